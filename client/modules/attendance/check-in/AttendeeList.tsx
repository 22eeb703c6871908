import { type MouseEvent, useRef, useState } from 'react'

import * as m from '#shared/events/messages.ts'
import { rich } from '#client/ui/rich.tsx'
import { useMomentLabel } from '#client/modules/people/members/use-viewer-zone.ts'
import { Avatar } from '#client/ui/people/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { matches } from '#client/ui/form/matches.ts'
import { searchError } from '#client/ui/form/search-error.ts'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { hidden } from '#client/ui/VisuallyHidden.tsx'
import { dotted } from '#client/ui/text/dotted.ts'

import { type CheckInEntry, tablesLabel, type UndoArrival } from './attendees.ts'
import styles from './check-in.module.css'

interface Props {
  attendees: readonly CheckInEntry[]
  /** Undefined while check-in is not open. */
  onCheckIn: ((attendee: CheckInEntry) => void) | undefined
  onUndo: UndoArrival
}

const PAGE = 50

/** Everyone with a seat. Search works offline. */
export function AttendeeList({ attendees, onCheckIn, onUndo }: Props) {
  const [query, setQuery] = useState('')
  const [onlyMissing, setOnlyMissing] = useState(false)
  const [limit, setLimit] = useState(PAGE)
  const search = useRef<HTMLDivElement>(null)
  const found = attendees.filter(
    ({ member, checkedInAt }) =>
      !(onlyMissing && checkedInAt) &&
      matches({ label: member.displayName, words: member.company ?? '' }, query),
  )

  function checkIn(attendee: CheckInEntry) {
    onCheckIn?.(attendee)
    if (!query) return
    // Cleared for the next name.
    setQuery('')
    search.current?.querySelector('input')?.focus()
  }

  return (
    <section className={styles.attendees}>
      <h2>{m.checkInAttendees()}</h2>
      <search ref={search} className={styles.search}>
        <TextField
          label={m.checkInSearch()}
          type="search"
          name="q"
          autoComplete="off"
          error={searchError(query)}
          value={query}
          onChange={setQuery}
        />
        <CheckboxField label={m.checkInMissing()} checked={onlyMissing} onChange={setOnlyMissing} />
      </search>
      {found.length === 0 && <p className={patterns.muted}>{emptyMessage(attendees.length, query)}</p>}
      <ul className={styles.rows}>
        {found.slice(0, limit).map((attendee) => (
          <AttendeeRow
            key={attendee.member.id}
            attendee={attendee}
            onCheckIn={onCheckIn && (() => checkIn(attendee))}
            onUndo={(arrival) => onUndo(attendee.member.id, attendee.member.displayName, arrival)}
          />
        ))}
      </ul>
      <ShowMore
        hasNextPage={found.length > limit}
        isFetchingNextPage={false}
        fetchNextPage={() => setLimit(limit + PAGE)}
      />
    </section>
  )
}

function emptyMessage(total: number, query: string) {
  if (total === 0) return m.checkInNoSeats()
  return query ? m.checkInNoMatches() : m.checkInAllArrived()
}

interface RowProps {
  attendee: CheckInEntry
  onCheckIn: (() => void) | undefined
  onUndo: (arrival: string) => void
}

/** Milliseconds. */
const REPEATED_WITHIN = 700

function AttendeeRow({ attendee, onCheckIn, onUndo }: RowProps) {
  const { member, guests, checkedInAt, isQueued, notes = [], tables } = attendee
  const moment = useMomentLabel()
  const lines = [
    [member.guest && m.guestWithoutAccount(), member.company, guests > 0 && m.withGuests({ count: guests })],
    [checkedInAt && m.checkInArrivedAt({ time: moment(checkedInAt) }), isQueued && m.checkInUnsynced()],
    [tablesLabel(tables)],
    ...notes.map((note) => [note]),
  ]
  const lastPress = useRef(-Infinity)
  // One button does both, so a double tap or a held key must not undo the check-in at once.
  const press = ({ timeStamp }: MouseEvent) => {
    const isRepeated = timeStamp - lastPress.current < REPEATED_WITHIN
    lastPress.current = timeStamp
    if (isRepeated) return
    if (checkedInAt) onUndo(checkedInAt)
    else onCheckIn?.()
  }
  return (
    <li className={styles.row}>
      <Avatar name={member.displayName} photo={member.photo} />
      <div className={styles.lines}>
        <span className={styles.name}>{member.displayName}</span>
        {lines.map((parts) => {
          const line = dotted(parts)
          return line && <span key={line}>{line}</span>
        })}
      </div>
      {(checkedInAt || onCheckIn) && (
        <Button variant={checkedInAt ? 'quiet' : 'secondary'} onClick={press}>
          {rich((checkedInAt ? m.checkInUndoOne : m.checkInOne)({ hidden, name: member.displayName }))}
        </Button>
      )}
    </li>
  )
}
