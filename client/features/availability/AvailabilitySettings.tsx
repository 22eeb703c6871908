import { Link } from 'react-router-dom'

import { USUAL_HOURS } from '#shared/availability-rules.ts'
import { paths } from '#shared/paths.ts'
import { nameOf } from '#shared/time-zone-labels.ts'
import { TimeThere } from '#client/lib/time/Time.tsx'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import patterns from '#client/ui/patterns.module.css'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import styles from './availability.module.css'
import { DaysOff } from './DaysOff.tsx'
import { useAvailabilityForm } from './use-availability-form.ts'
import { hoursLabel } from './week.ts'
import { WeeklyHours } from './WeeklyHours.tsx'

/** `/profile?settings=availability`: when others' meeting forms suggest a time with this member. */
export function AvailabilitySettings() {
  const { form, timeZone, isUnset, isSaved, isConflicting, keepMine, discard } = useAvailabilityForm()
  return (
    <>
      <ScreenTitle>Availability</ScreenTitle>
      <PageHeader
        title="Availability"
        lead="When someone plans a growth meeting with you, we suggest times that suit everyone. Only you can see your hours."
        actions={
          <LinkButton variant="secondary" to={paths.ownProfile}>
            View profile
          </LinkButton>
        }
      />
      <form {...form.props} className={styles.form}>
        {isUnset && (
          <Notice tone="info">
            You haven’t set your hours yet. Until you do, we use Monday to Friday,{' '}
            {hoursLabel(USUAL_HOURS[0]!)}.
          </Notice>
        )}
        <ZoneFact timeZone={timeZone} />
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
    </>
  )
}

const ZoneFact = ({ timeZone }: { timeZone: string }) => (
  <div className={styles.zone}>
    <p>
      <strong>Time zone:</strong> {nameOf(timeZone)}
    </p>
    <p className={patterns.muted}>
      <TimeThere timeZone={timeZone} />
    </p>
    <Link to={`${paths.ownProfile}#timeZone`}>Change time zone</Link>
  </div>
)
