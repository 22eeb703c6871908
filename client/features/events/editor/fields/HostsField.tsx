import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'

import { EVENT_LIMITS } from '#shared/event-rules.ts'
import type { Host } from '#client/features/events/editor/draft/event-draft.ts'
import type { FieldErrors } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldError } from '#client/ui/Field.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import styles from './fields.module.css'
import { foundMembers } from './queries.ts'

interface Props {
  hosts: Host[]
  errors: FieldErrors
  onChange: (hosts: Host[]) => void
}

/** Found in the directory by typing. Hosts who are organisers may edit the event too. */
export function HostsField({ hosts, errors, onChange }: Props) {
  const wrong = hosts.map((_, index) => errors[`hosts.${index}`]).find(Boolean) ?? errors['hosts']
  return (
    <fieldset className={styles.hosts}>
      <legend className={styles.legend}>Hosts</legend>
      <ul className={styles.chosen}>
        {hosts.map((host) => (
          <li key={host.id}>
            {host.displayName}
            <Button
              variant="quiet"
              aria-label={`Remove ${host.displayName} from the hosts`}
              onClick={() => onChange(hosts.filter(({ id }) => id !== host.id))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {wrong && <FieldError id={undefined}>{wrong}</FieldError>}
      {hosts.length < EVENT_LIMITS.hosts && (
        <FindHost chosen={hosts} onChoose={(host) => onChange([...hosts, host])} />
      )}
    </fieldset>
  )
}

function FindHost({ chosen, onChoose }: { chosen: readonly Host[]; onChoose: (host: Host) => void }) {
  const [text, setText] = useState('')
  const searched = useDeferredValue(text.trim())
  const { data } = useQuery({ ...foundMembers(searched), enabled: searched.length > 1 })
  const found = (data?.items ?? []).filter(({ id }) => !chosen.some((host) => host.id === id)).slice(0, 6)
  return (
    <>
      <TextField
        label="Add a host"
        hint="Search members by name or company. Hosts who are organisers can edit the event."
        name="find-host"
        type="search"
        value={text}
        maxLength={100}
        onChange={setText}
      />
      {searched.length > 1 && data && (
        <ul className={styles.found} aria-label="Members found">
          {found.map(({ id, displayName, company }) => (
            <li key={id}>
              <Button
                variant="secondary"
                onClick={() => {
                  onChoose({ id, displayName })
                  setText('')
                }}
              >
                {[displayName, company].filter(Boolean).join(', ')}
              </Button>
            </li>
          ))}
          {found.length === 0 && <li>Nobody by that name whom you could add.</li>}
        </ul>
      )}
    </>
  )
}
