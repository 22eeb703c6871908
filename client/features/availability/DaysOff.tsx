import { useRef } from 'react'

import { AVAILABILITY_LIMITS } from '#shared/availability-rules.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldGroup } from '#client/ui/FieldGroup.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import styles from './availability.module.css'
import type { AvailabilityForm } from './use-availability-form.ts'

/** Holidays and travel: no times are suggested on these days. */
export function DaysOff({ form: { values, errors, set } }: { form: AvailabilityForm }) {
  const list = useRef<HTMLDivElement>(null)
  const { daysOff } = values
  const focusLater = (selector: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus())

  function add() {
    set('daysOff', [...daysOff, { from: '', to: '' }])
    focusLater('li:last-of-type input')
  }
  function remove(at: number) {
    set('daysOff', daysOff.toSpliced(at, 1))
    focusLater('[data-add]')
  }
  /** The last day follows the first, which is mostly what is meant, and never less wrong. */
  const setFirst = (at: number, from: string) => {
    const { to } = daysOff[at]!
    set('daysOff', daysOff.with(at, { from, to: to < from ? from : to }))
  }

  return (
    <FieldGroup legend="Days off" hint="No meetings are suggested on these days.">
      <div ref={list} className={styles.daysOff}>
        <ul className={styles.windows}>
          {daysOff.map(({ from, to }, at) => (
            // They have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className={styles.dayOff}>
              <TextField
                label={`First day off${number(at, daysOff.length)}`}
                type="date"
                name={`daysOff.${at}.from`}
                value={from}
                error={errors[`daysOff.${at}.from`]}
                onChange={(value) => setFirst(at, value)}
              />
              <TextField
                label={`Last day off${number(at, daysOff.length)}`}
                type="date"
                name={`daysOff.${at}.to`}
                value={to}
                error={errors[`daysOff.${at}.to`]}
                onChange={(value) => set('daysOff', daysOff.with(at, { from, to: value }))}
              />
              <Button variant="quiet" aria-label={`Remove days off ${at + 1}`} onClick={() => remove(at)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
        {daysOff.length < AVAILABILITY_LIMITS.daysOff && (
          <Button variant="secondary" data-add onClick={add}>
            Add days off
          </Button>
        )}
      </div>
    </FieldGroup>
  )
}

const number = (at: number, count: number) => (count > 1 ? ` ${at + 1}` : '')
