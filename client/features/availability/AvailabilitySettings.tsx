import { USUAL_HOURS } from '#shared/availability-rules.ts'
import { VersionedActions } from '#client/lib/edits/VersionedActions.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import styles from './availability.module.css'
import { DaysOff } from './DaysOff.tsx'
import { TimeZoneForm } from './TimeZoneForm.tsx'
import { useAvailabilityForm } from './use-availability-form.ts'
import { hoursLabel } from './week.ts'
import { WeeklyHours } from './WeeklyHours.tsx'

/** The time zone, and when others' meeting forms suggest a time with this member. */
export function AvailabilitySettings() {
  const editing = useAvailabilityForm()
  const { form, saved } = editing
  return (
    <div className={styles.settings}>
      <TimeZoneForm />
      <p>
        When someone plans a growth meeting with you, we suggest times that suit everyone. Only you can see
        your hours.
      </p>
      <form {...form.props} className={styles.form}>
        {saved.version === 0 && (
          <Notice tone="info">
            You haven’t set your hours yet. Until you do, we use Monday to Friday,{' '}
            {hoursLabel(USUAL_HOURS[0]!)}.
          </Notice>
        )}
        <WeeklyHours form={form} />
        <DaysOff form={form} />
        <VersionedActions editing={editing} what="availability" />
      </form>
    </div>
  )
}
