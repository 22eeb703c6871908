import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Host } from '#client/features/event-editor/draft/event-draft.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './fields.module.css'
import { foundMembers } from './queries.ts'

const MOST = 6

interface Props {
  /** Who is no longer offered. */
  chosen: readonly Host[]
  error: string | undefined
  onChoose: (host: Host) => void
}

/** Members, found in the directory by typing. */
export function FindHost({ chosen, error, onChoose }: Props) {
  const [text, setText] = useState('')
  const { data } = useQuery(foundMembers(text.trim()))
  const isSearching = text.trim().length > 1 && data !== undefined
  const found = (data?.items ?? []).filter(({ id }) => !chosen.some((host) => host.id === id)).slice(0, MOST)
  const choose = ({ id, displayName }: Host) => {
    onChoose({ id, displayName })
    setText('')
  }
  return (
    <>
      <TextField
        label="Add a host"
        hint="Search members by name or company. Hosts who are organisers can edit the event."
        name="find-host"
        type="search"
        autoComplete="off"
        value={text}
        error={error}
        maxLength={100}
        onChange={setText}
        onKeyDown={(event) => {
          // Or it would send the form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <VisuallyHidden>
        <span aria-live="polite">{isSearching && `${found.length} found`}</span>
      </VisuallyHidden>
      {isSearching && (
        <ul className={styles.found} aria-label="Members found">
          {found.map((member) => (
            <li key={member.id}>
              <Button variant="secondary" onClick={() => choose(member)}>
                {[member.displayName, member.company].filter(Boolean).join(', ')}
              </Button>
            </li>
          ))}
          {found.length === 0 && <li>Nobody by that name whom you could add.</li>}
        </ul>
      )}
    </>
  )
}
