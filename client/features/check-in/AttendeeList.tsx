import { useRef, useState } from 'react'

import { CheckboxField } from '#client/ui/CheckboxField.tsx'
import { matches } from '#client/ui/matches.ts'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import styles from './check-in.module.css'
import type { CheckInEntry } from './attendees.ts'
import { PersonRow } from './AttendeeRow.tsx'

interface Props {
  people: readonly CheckInEntry[]
  /** Absent: it is not the time for it. */
  onArrive: ((person: CheckInEntry) => void) | undefined
  onUndo: (memberId: string, name: string) => void
}

const AT_FIRST = 50

/** Everyone with a seat; found without a network. */
export function People({ people, onArrive, onUndo }: Props) {
  const [query, setQuery] = useState('')
  const [missingOnly, setMissingOnly] = useState(false)
  const [most, setMost] = useState(AT_FIRST)
  const search = useRef<HTMLDivElement>(null)
  const found = people.filter(
    ({ member, checkedInAt }) =>
      !(missingOnly && checkedInAt) &&
      matches({ label: member.displayName, words: member.company ?? '' }, query),
  )

  function arrive(person: CheckInEntry) {
    onArrive?.(person)
    if (!query) return
    // Whoever typed a name has found it, and types the next.
    setQuery('')
    search.current?.querySelector('input')?.focus()
  }

  return (
    <section className={styles.people}>
      <h2>By name</h2>
      <search ref={search} className={styles.search}>
        <TextField
          label="Name or company"
          type="search"
          name="q"
          autoComplete="off"
          value={query}
          onChange={setQuery}
        />
        <CheckboxField label="Only who is not here yet" checked={missingOnly} onChange={setMissingOnly} />
      </search>
      {found.length === 0 && (
        <p className={styles.quiet}>{emptyMessage(people.length, query, missingOnly)}</p>
      )}
      <ul className={styles.rows}>
        {found.slice(0, most).map((person) => (
          <PersonRow
            key={person.member.id}
            person={person}
            onArrive={onArrive && (() => arrive(person))}
            onUndo={() => onUndo(person.member.id, person.member.displayName)}
          />
        ))}
      </ul>
      <ShowMore
        hasNextPage={found.length > most}
        isFetchingNextPage={false}
        fetchNextPage={() => setMost(most + AT_FIRST)}
      />
    </section>
  )
}

function emptyMessage(listed: number, query: string, missingOnly: boolean) {
  if (listed === 0) return 'Nobody has a seat yet. Whoever gets one appears here.'
  if (!query) return 'Everyone is here.'
  return missingOnly ? 'Nobody who is not here yet is called that.' : 'Nobody with a seat is called that.'
}
