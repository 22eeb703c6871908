import { useRef, useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/meetings/messages.ts'
import type { AvailabilityWindow } from '#shared/meetings/availability.ts'
import { AVAILABILITY_LIMITS } from '#shared/meetings/availability-rules.ts'
import type { FieldErrors } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldGroup } from '#client/ui/form/FieldGroup.tsx'
import { icon } from '#client/ui/icons/icon.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { useToast } from '#client/ui/overlays/toast.ts'

import styles from './availability.module.css'
import { CopyDay } from './CopyDay.tsx'
import type { AvailabilityForm } from './use-availability-form.ts'
import { copiedDay, END_TIMES, nextWindow, START_TIMES, WEEKDAYS } from './week.ts'

const RemoveIcon = icon(<path d="m7 7 10 10M17 7 7 17" />)

export function WeeklyHours({ form }: { form: AvailabilityForm }) {
  const [copying, setCopying] = useState<number>()
  const toast = useToast()
  const { windows } = form.values
  const set = (next: AvailabilityWindow[]) => form.set('windows', next)

  function copy(source: number, targets: readonly number[]) {
    set(copiedDay(windows, source, targets))
    setCopying(undefined)
    toast(m.copied(), {
      action: { label: words.undo(), onSelect: () => set(windows) },
    })
  }

  return (
    <FieldGroup legend={m.hoursTitle()}>
      <div className={styles.week}>
        {WEEKDAYS.map(({ day }) => (
          <Day
            key={day}
            day={day}
            windows={windows}
            errors={form.errors}
            onChange={set}
            onCopy={() => setCopying(day)}
          />
        ))}
      </div>
      {copying !== undefined && (
        <CopyDay
          source={copying}
          isEmpty={windows.every(({ day }) => day !== copying)}
          onCopy={(targets) => copy(copying, targets)}
          onClose={() => setCopying(undefined)}
        />
      )}
    </FieldGroup>
  )
}

const nameOfDay = (day: number) => WEEKDAYS[day - 1]!.name

interface DayProps {
  day: number
  /** Windows of the whole week. */
  windows: readonly AvailabilityWindow[]
  errors: FieldErrors
  onChange: (windows: AvailabilityWindow[]) => void
  onCopy: () => void
}

function Day({ day, windows, errors, onChange, onCopy }: DayProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const name = nameOfDay(day)
  const own = windows.flatMap((window, at) => (window.day === day ? [{ ...window, at }] : []))
  const focusLater = (selector: string) =>
    requestAnimationFrame(() => group.current?.querySelector<HTMLElement>(selector)?.focus())

  function add() {
    onChange([...windows, nextWindow(windows, day)])
    focusLater('li:last-of-type select')
  }
  function remove(at: number) {
    onChange(windows.toSpliced(at, 1))
    focusLater('[data-add]')
  }
  const edit = (at: number, part: Partial<AvailabilityWindow>) =>
    onChange(windows.with(at, { ...windows[at]!, ...part }))

  return (
    <fieldset ref={group} className={styles.day}>
      <legend className={styles.dayName}>{name}</legend>
      {own.length === 0 && <p className={patterns.muted}>{m.hoursNone()}</p>}
      <ul className={styles.windows}>
        {own.map(({ from, to, at }, index) => (
          // Hours have no identity but their position.
          //
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={styles.window}>
            <SelectField
              label={m.hoursFrom({ day: name })}
              labelHidden
              name={`windows.${at}.from`}
              value={from}
              options={START_TIMES}
              error={errors[`windows.${at}.from`]}
              onChange={(value) => edit(at, { from: value })}
            />
            <span aria-hidden="true">–</span>
            <SelectField
              label={m.hoursUntil({ day: name })}
              labelHidden
              name={`windows.${at}.to`}
              value={to}
              options={END_TIMES}
              error={errors[`windows.${at}.to`]}
              onChange={(value) => edit(at, { to: value })}
            />
            <Button
              variant="quiet"
              aria-label={m.hoursRemove({ position: index + 1, day: name })}
              onClick={() => remove(at)}
            >
              <RemoveIcon />
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.dayActions}>
        {own.length < AVAILABILITY_LIMITS.windowsPerDay && (
          <Button variant="quiet" data-add aria-label={m.hoursAddOn({ day: name })} onClick={add}>
            {m.hoursAdd()}
          </Button>
        )}
        <Button variant="quiet" aria-label={m.copyDay({ day: name })} onClick={onCopy}>
          {words.copy()}
        </Button>
      </div>
    </fieldset>
  )
}
