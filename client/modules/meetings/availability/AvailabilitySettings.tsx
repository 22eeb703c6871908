import * as m from '#shared/meetings/messages.ts'
import type { Availability } from '#shared/meetings/availability.ts'
import { USUAL_HOURS } from '#shared/meetings/availability-rules.ts'
import { ConflictDialog } from '#client/lib/edits/ConflictDialog.tsx'
import { VersionedActions } from '#client/lib/edits/VersionedActions.tsx'
import { formatDays } from '#client/lib/time/dates.ts'
import { Notice } from '#client/ui/Notice.tsx'
import { dotted } from '#client/ui/text/dotted.ts'

import styles from './availability.module.css'
import { DaysOff } from './DaysOff.tsx'
import { TimeZoneForm } from './TimeZoneForm.tsx'
import { useAvailabilityForm } from './use-availability-form.ts'
import { hoursLabel, WEEKDAYS } from './week.ts'
import { WeekGrid } from './WeekGrid.tsx'

/** The values of the fields, as shown in the choice between two versions. */
function fieldValue(path: string, value: unknown) {
  const { windows = [], daysOff = [] }: Partial<Availability> = { [path]: value ?? [] }
  return (
    dotted([...windows.map(windowLabel), ...daysOff.map(({ from, to }) => formatDays(from, to))]) ||
    m.hoursNothing()
  )
}

const windowLabel = (window: Availability['windows'][number]) =>
  `${WEEKDAYS.find(({ day }) => day === window.day)?.name ?? ''} ${hoursLabel(window)}`

/** The time zone, and the hours in which others' meeting forms suggest a time with this member. */
export function AvailabilitySettings() {
  const editing = useAvailabilityForm()
  const { form, saved } = editing
  return (
    <div className={styles.settings}>
      <TimeZoneForm />
      <p>{m.hoursIntro()}</p>
      <form {...form.props} className={styles.form}>
        {saved.version === 0 && (
          <Notice tone="info">{m.hoursUnset({ hours: hoursLabel(USUAL_HOURS[0]!) })}</Notice>
        )}
        <WeekGrid form={form} timeZone={saved.timeZone} />
        <DaysOff form={form} />
        <VersionedActions editing={editing} what="availability" />
      </form>
      <ConflictDialog
        editing={editing}
        what="availability"
        fieldName={(path) => (path === 'windows' ? m.hoursTitle() : m.daysOffTitle())}
        fieldValue={fieldValue}
      />
    </div>
  )
}
