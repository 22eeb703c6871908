import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { Link } from 'react-router-dom'

import { MEETING_LIMITS } from '#shared/meeting-rules.ts'
import { paths } from '#shared/paths.ts'
import { meetingPeople } from '#client/features/meetings/queries.ts'
import { explainProblem, type FieldErrors } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldError } from '#client/ui/Field.tsx'
import { FieldGroup } from '#client/ui/FieldGroup.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Person } from '#client/ui/Person.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './form.module.css'
import type { Invitee } from './meeting-draft.ts'

const MOST = MEETING_LIMITS.participants.max - 1

interface Props {
  people: Invitee[]
  errors: FieldErrors
  onChange: (people: Invitee[]) => void
}

export function PeopleField({ people, errors, onChange }: Props) {
  const error =
    people.map((_, index) => errors[`participants.${index}`]).find(Boolean) ?? errors['participants']
  const isFull = people.length >= MOST
  const group = useRef<HTMLDivElement>(null)
  // The pressed button disappears, so the focus moves on.
  const change = (next: Invitee[]) => {
    onChange(next)
    const target = next.length >= MOST ? 'button' : 'input'
    requestAnimationFrame(() => group.current?.querySelector<HTMLElement>(target)?.focus())
  }
  return (
    <FieldGroup legend="People" hint={`Up to ${MOST} of your connections.`}>
      <div ref={group} className={styles.group}>
        {people.length > 0 && (
          <ul className={patterns.actions} aria-label="Invited people">
            {people.map((person) => (
              <li key={person.id}>
                <Button
                  variant="secondary"
                  aria-label={`Remove ${person.displayName}`}
                  onClick={() => change(people.filter(({ id }) => id !== person.id))}
                >
                  {person.displayName}
                  <span aria-hidden="true">×</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
        {isFull ? (
          error && <FieldError id={undefined}>{error}</FieldError>
        ) : (
          <PeopleSearch chosen={people} error={error} onChoose={(person) => change([...people, person])} />
        )}
      </div>
    </FieldGroup>
  )
}

const MOST_SHOWN = 5

interface SearchProps {
  /** Left out of the results. */
  chosen: readonly Invitee[]
  error: string | undefined
  onChoose: (person: Invitee) => void
}

function PeopleSearch({ chosen, error, onChoose }: SearchProps) {
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const query = useQuery({ ...meetingPeople(q), placeholderData: keepPreviousData, throwOnError: false })
  const found = (query.data?.items ?? [])
    .filter(({ member }) => !chosen.some(({ id }) => id === member.id))
    .slice(0, MOST_SHOWN)
  const hasNobody = query.data?.items.length === 0 && q === '' && chosen.length === 0
  return (
    <>
      <TextField
        label="Search your connections"
        hint="By name, company or headline."
        name="find-person"
        type="search"
        autoComplete="off"
        value={text}
        error={error}
        maxLength={100}
        onChange={setText}
        onKeyDown={(event) => {
          // Enter would submit the form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <VisuallyHidden>
        <span aria-live="polite">{q && query.data && `${found.length} found`}</span>
      </VisuallyHidden>
      {query.isPending && <Spinner />}
      {query.isError && !query.data && <Notice tone="warning">{explainProblem(query.error).message}</Notice>}
      {hasNobody && (
        <p className={patterns.muted}>
          You have no connections yet.{' '}
          <Link to={paths.connectionsTab('directory')}>Browse the directory</Link> to find someone.
        </p>
      )}
      {q !== '' && query.data && found.length === 0 && <p className={patterns.muted}>No matches.</p>}
      <ul className={styles.found} aria-label={q ? 'Matching connections' : 'Suggested connections'}>
        {found.map(({ member, reasons }) => (
          <li key={member.id}>
            <Person
              name={member.displayName}
              photo={member.photo}
              lines={reasons.length > 0 ? reasons : [member.headline, member.company]}
            />
            <Button
              variant="secondary"
              aria-label={`Add ${member.displayName}`}
              onClick={() => {
                onChoose({ id: member.id, displayName: member.displayName })
                setText('')
              }}
            >
              Add
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
