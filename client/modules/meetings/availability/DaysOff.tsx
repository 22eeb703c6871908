import { useRef } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/meetings/messages.ts'
import { AVAILABILITY_LIMITS } from '#shared/meetings/availability-rules.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldGroup } from '#client/ui/form/FieldGroup.tsx'
import { DateField } from '#client/ui/form/DateField.tsx'

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
  /** The last day follows the first, which is usually intended. */
  const setFirst = (at: number, from: string) => {
    const { to } = daysOff[at]!
    set('daysOff', daysOff.with(at, { from, to: to < from ? from : to }))
  }

  return (
    <FieldGroup legend={m.daysOffTitle()} hint={m.daysOffHint()}>
      <div ref={list} className={styles.daysOff}>
        <ul className={styles.periods}>
          {daysOff.map(({ from, to }, at) => (
            // Entries have no identity but their position.
            //
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className={styles.dayOff}>
              <DateField
                label={m.daysOffFirst({ count: daysOff.length, position: at + 1 })}
                name={`daysOff.${at}.from`}
                value={from}
                error={errors[`daysOff.${at}.from`]}
                onChange={(value) => setFirst(at, value)}
              />
              <DateField
                label={m.daysOffLast({ count: daysOff.length, position: at + 1 })}
                name={`daysOff.${at}.to`}
                value={to}
                error={errors[`daysOff.${at}.to`]}
                onChange={(value) => set('daysOff', daysOff.with(at, { from, to: value }))}
              />
              <Button
                variant="quiet"
                aria-label={m.daysOffRemove({ position: at + 1 })}
                onClick={() => remove(at)}
              >
                {words.remove()}
              </Button>
            </li>
          ))}
        </ul>
        {daysOff.length < AVAILABILITY_LIMITS.daysOff && (
          <Button variant="secondary" data-add onClick={add}>
            {m.daysOffAdd()}
          </Button>
        )}
      </div>
    </FieldGroup>
  )
}
