import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import type { DirectoryPage } from '#shared/directory.ts'
import { EVENT_LIMITS } from '#shared/event-rules.ts'
import styles from '#client/features/event-editor/editor.module.css'
import type { Host } from '#client/features/event-editor/event-draft.ts'
import { request } from '#client/lib/request.ts'
import type { FieldErrors } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldError } from '#client/ui/Field.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

interface Props {
  hosts: Host[]
  errors: FieldErrors
  onChange: (hosts: Host[]) => void
}

export function HostsField({ hosts, errors, onChange }: Props) {
  const error = hosts.map((_, index) => errors[`hosts.${index}`]).find(Boolean) ?? errors['hosts']
  const isFull = hosts.length === EVENT_LIMITS.hosts
  const fieldset = useRef<HTMLFieldSetElement>(null)
  // The pressed button disappears, so the focus moves on.
  const change = (next: Host[]) => {
    onChange(next)
    const target = next.length === EVENT_LIMITS.hosts ? 'li:last-of-type button' : 'input'
    requestAnimationFrame(() => fieldset.current?.querySelector<HTMLElement>(target)?.focus())
  }
  return (
    <fieldset ref={fieldset} className={styles.hosts}>
      <legend className={styles.legend}>Hosts</legend>
      <ul className={styles.chosen}>
        {hosts.map((host) => (
          <li key={host.id}>
            {host.displayName}
            <Button
              variant="quiet"
              aria-label={`Remove ${host.displayName} from hosts`}
              onClick={() => change(hosts.filter(({ id }) => id !== host.id))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {isFull ? (
        error && <FieldError id={undefined}>{error}</FieldError>
      ) : (
        <HostSearch chosen={hosts} error={error} onChoose={(host) => change([...hosts, host])} />
      )}
    </fieldset>
  )
}

const MAX_RESULTS = 6

interface SearchProps {
  /** Left out of the results. */
  chosen: readonly Host[]
  error: string | undefined
  onChoose: (host: Host) => void
}

function HostSearch({ chosen, error, onChoose }: SearchProps) {
  const [text, setText] = useState('')
  const { data } = useQuery(memberSearch(text.trim()))
  const isSearching = text.trim().length > 1 && data !== undefined
  const results = (data?.items ?? [])
    .filter(({ id }) => !chosen.some((host) => host.id === id))
    .slice(0, MAX_RESULTS)
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
          // Enter would submit the form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <VisuallyHidden>
        <span aria-live="polite">{isSearching && `${results.length} found`}</span>
      </VisuallyHidden>
      {isSearching && (
        <ul className={styles.found} aria-label="Matching members">
          {results.map((member) => (
            <li key={member.id}>
              <Button variant="secondary" onClick={() => choose(member)}>
                {[member.displayName, member.company].filter(Boolean).join(', ')}
              </Button>
            </li>
          ))}
          {results.length === 0 && <li>No matches.</li>}
        </ul>
      )}
    </>
  )
}

/** Milliseconds. */
const DEBOUNCE = 200

/** @param text prefixes of words of a name or company */
const memberSearch = (text: string) =>
  queryOptions({
    queryKey: ['directory', 'hosts', text],
    queryFn: async ({ signal }) => {
      await pause(signal)
      return request<DirectoryPage>(`/api/directory?${new URLSearchParams({ q: text }).toString()}`, {
        signal,
      })
    },
    enabled: text.length > 1,
    placeholderData: keepPreviousData,
  })

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, DEBOUNCE)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
