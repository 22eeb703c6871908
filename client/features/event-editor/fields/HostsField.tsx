import { useRef } from 'react'

import { EVENT_LIMITS } from '#shared/event-rules.ts'
import type { Host } from '#client/features/event-editor/draft/event-draft.ts'
import type { FieldErrors } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldError } from '#client/ui/Field.tsx'

import styles from './fields.module.css'
import { FindHost } from './FindHost.tsx'

interface Props {
  hosts: Host[]
  errors: FieldErrors
  onChange: (hosts: Host[]) => void
}

/** Hosts who are organisers may edit the event too. */
export function HostsField({ hosts, errors, onChange }: Props) {
  const wrong = hosts.map((_, index) => errors[`hosts.${index}`]).find(Boolean) ?? errors['hosts']
  const isFull = hosts.length === EVENT_LIMITS.hosts
  const list = useRef<HTMLFieldSetElement>(null)
  // The button that was pressed goes away.
  const change = (next: Host[]) => {
    onChange(next)
    const place = next.length === EVENT_LIMITS.hosts ? 'li:last-of-type button' : 'input'
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(place)?.focus())
  }
  return (
    <fieldset ref={list} className={styles.hosts}>
      <legend className={styles.legend}>Hosts</legend>
      <ul className={styles.chosen}>
        {hosts.map((host) => (
          <li key={host.id}>
            {host.displayName}
            <Button
              variant="quiet"
              aria-label={`Remove ${host.displayName} from the hosts`}
              onClick={() => change(hosts.filter(({ id }) => id !== host.id))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {isFull ? (
        wrong && <FieldError id={undefined}>{wrong}</FieldError>
      ) : (
        <FindHost chosen={hosts} error={wrong} onChoose={(host) => change([...hosts, host])} />
      )}
    </fieldset>
  )
}
