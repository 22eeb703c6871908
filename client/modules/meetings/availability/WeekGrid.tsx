import { useId, useState } from 'react'

import * as m from '#shared/meetings/messages.ts'
import { zoneLabel } from '#shared/lib/time-zone-labels.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldError } from '#client/ui/form/Field.tsx'
import { FieldGroup } from '#client/ui/form/FieldGroup.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './availability.module.css'
import type { AvailabilityForm } from './use-availability-form.ts'
import { usePainting } from './use-painting.ts'
import { cellState, hoursLabel, ROWS, ROWS_PER_HOUR, timeLabel, timeOfRow, WEEKDAYS } from './week.ts'

const WHOLE_DAY = { first: 0, last: ROWS - 1 }
/** From 6 to 22 o'clock. */
const USUAL_ROWS = { first: 6 * ROWS_PER_HOUR, last: 22 * ROWS_PER_HOUR - 1 }

interface Props {
  form: AvailabilityForm
  timeZone: string
}

/** Weekly hours as half hours to press or to paint over. */
export function WeekGrid({ form, timeZone }: Props) {
  const id = useId()
  const zone = useClock((now) => zoneLabel(timeZone, new Date(now).toISOString()))
  const { windows } = form.values
  const [isWhole, setWhole] = useState(false)
  const isUsual = windows.every(
    ({ from, to }) => timeOfRow(USUAL_ROWS.first) <= from && to <= timeOfRow(USUAL_ROWS.last + 1),
  )
  const error = windows.map((_, at) => errorAt(form, at)).find(Boolean)
  return (
    <FieldGroup legend={m.hoursTitle()} hint={m.hoursHint({ zone })}>
      <Week
        form={form}
        rows={isWhole || !isUsual ? WHOLE_DAY : USUAL_ROWS}
        hintId={`${id}keys`}
        errorId={`${id}error`}
      />
      {error && <FieldError id={`${id}error`}>{error}</FieldError>}
      {windows.length === 0 && <p className={patterns.muted}>{m.hoursNone()}</p>}
      <p id={`${id}keys`} className={patterns.small}>
        {m.hoursKeys()}
      </p>
      {isUsual && (
        <div>
          <Button variant="secondary" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {m.hoursWhole()}
          </Button>
        </div>
      )}
    </FieldGroup>
  )
}

const errorAt = ({ errors }: AvailabilityForm, at: number) =>
  errors[`windows.${at}.from`] ?? errors[`windows.${at}.to`]

interface WeekProps {
  form: AvailabilityForm
  rows: { first: number; last: number }
  hintId: string
  errorId: string
}

function Week({ form, rows, hintId, errorId }: WeekProps) {
  const { windows } = form.values
  const { active, props } = usePainting({ windows, rows, onChange: (next) => form.set('windows', next) })
  const invalid = windows.filter((_, at) => errorAt(form, at))
  return (
    <table
      {...props}
      // The pattern of a grid allows a table (https://www.w3.org/TR/html-aria/#el-table).
      //
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      aria-multiselectable="true"
      aria-label={m.hoursTitle()}
      aria-describedby={hintId}
      className={styles.week}
    >
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{m.hoursTime()}</VisuallyHidden>
          </th>
          {WEEKDAYS.map(({ day, name, short }) => (
            <th key={day} scope="col" abbr={name}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows.last - rows.first + 1 }, (_, at) => rows.first + at).map((row) => (
          <tr key={row}>
            {row % ROWS_PER_HOUR === 0 && (
              <th scope="row" rowSpan={ROWS_PER_HOUR}>
                {timeLabel(timeOfRow(row))}
              </th>
            )}
            {WEEKDAYS.map(({ day, name }) => {
              const { open, from, to } = cellState(windows, { day, row })
              const isInvalid = invalid.some(
                (window) => window.day === day && from <= window.from && window.from < to,
              )
              return (
                <td
                  key={day}
                  data-cell={`${day} ${row}`}
                  data-open={open}
                  tabIndex={active.day === day && active.row === row ? 0 : -1}
                  aria-label={`${name} ${hoursLabel({ from, to })}`}
                  aria-selected={open !== undefined}
                  aria-invalid={isInvalid || undefined}
                  aria-describedby={isInvalid ? errorId : undefined}
                />
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
