import { USUAL_HOURS } from '#shared/availability-rules.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'

import styles from './availability.module.css'
import { DaysOff } from './DaysOff.tsx'
import { TimeZoneForm } from './TimeZoneForm.tsx'
import { useAvailabilityForm } from './use-availability-form.ts'
import { hoursLabel } from './week.ts'
import { WeeklyHours } from './WeeklyHours.tsx'

/** The time zone, and when others' meeting forms suggest a time with this member. */
export function AvailabilitySettings() {
  const { form, isUnset, isSaved, isConflicting, keepMine, discard } = useAvailabilityForm()
  return (
    <div className={styles.settings}>
      <TimeZoneForm />
      <p>
        When someone plans a growth meeting with you, we suggest times that suit everyone. Only you can see
        your hours.
      </p>
      <form {...form.props} className={styles.form}>
        {isUnset && (
          <Notice tone="info">
            You haven’t set your hours yet. Until you do, we use Monday to Friday,{' '}
            {hoursLabel(USUAL_HOURS[0]!)}.
          </Notice>
        )}
        <WeeklyHours form={form} />
        <DaysOff form={form} />
        {isConflicting && (
          <Notice
            tone="warning"
            title="You changed your availability on another device"
            actions={
              <>
                <Button variant="secondary" onClick={keepMine}>
                  Keep mine
                </Button>
                <Button variant="quiet" onClick={discard}>
                  Use the other version
                </Button>
              </>
            }
          >
            Nothing was overwritten. Choose a version, then save.
          </Notice>
        )}
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <div className={patterns.actions}>
          <Button type="submit" busy={form.busy && 'Saving…'} disabled={isConflicting}>
            Save availability
          </Button>
          {!isSaved && !isConflicting && (
            <Button variant="quiet" onClick={discard}>
              Discard changes
            </Button>
          )}
          <output className={patterns.muted}>{!isSaved && 'Unsaved changes'}</output>
        </div>
      </form>
    </div>
  )
}
