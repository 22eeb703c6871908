import { useRef } from 'react'

import { AVAILABILITY_LIMITS } from '#shared/availability-rules.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldGroup } from '#client/ui/FieldGroup.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import styles from './availability.module.css'
import type { AvailabilityForm } from './use-availability-form.ts'

/** Holidays and travel: no times are suggested on these days. */
export function DaysAway({ form: { values, errors, set } }: { form: AvailabilityForm }) {
  const list = useRef<HTMLDivElement>(null)
  const { away } = values
  const focusLater = (selector: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus())

  function add() {
    set('away', [...away, { from: '', to: '' }])
    focusLater('li:last-of-type input')
  }
  function remove(at: number) {
    set('away', away.toSpliced(at, 1))
    focusLater('[data-add]')
  }
  /** The last day follows the first, which is mostly what is meant, and never less wrong. */
  const setFirst = (at: number, from: string) => {
    const { to } = away[at]!
    set('away', away.with(at, { from, to: to < from ? from : to }))
  }

  return (
    <FieldGroup legend="Days away" hint="No meetings are suggested on these days.">
      <div ref={list} className={styles.away}>
        <ul className={styles.windows}>
          {away.map(({ from, to }, at) => (
            // A time away has no identity but its place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className={styles.awayDays}>
              <TextField
                label={`First day away${number(at, away.length)}`}
                type="date"
                name={`away.${at}.from`}
                value={from}
                error={errors[`away.${at}.from`]}
                onChange={(value) => setFirst(at, value)}
              />
              <TextField
                label={`Last day away${number(at, away.length)}`}
                type="date"
                name={`away.${at}.to`}
                value={to}
                error={errors[`away.${at}.to`]}
                onChange={(value) => set('away', away.with(at, { from, to: value }))}
              />
              <Button variant="quiet" aria-label={`Remove days away ${at + 1}`} onClick={() => remove(at)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
        {away.length < AVAILABILITY_LIMITS.away && (
          <Button variant="secondary" data-add onClick={add}>
            Add days away
          </Button>
        )}
      </div>
    </FieldGroup>
  )
}

const number = (at: number, count: number) => (count > 1 ? ` ${at + 1}` : '')
