import type { ReactNode } from 'react'

import type { EventDetails } from '#shared/events.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import type { Form } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Notice } from '#client/ui/Notice.tsx'

import styles from './editor.module.css'
import type { EventDraft } from './event-draft.ts'
import { AttendanceFields } from './fields/AttendanceFields.tsx'
import { BasicsFields } from './fields/BasicsFields.tsx'
import { LocationFields } from './fields/LocationFields.tsx'
import { ScheduleFields } from './fields/ScheduleFields.tsx'
import type { LockedFields } from './read-event.ts'

interface Props {
  form: Form<EventDraft>
  submitLabel: string
  locked?: LockedFields
  /** Absent for a new event. */
  event?: EventDetails
  /** Above the fields. */
  children: ReactNode
}

export function EventForm({ form, submitLabel, locked = 'none', event, children }: Props) {
  const startedAt = locked === 'start' && event ? formatMoment(event.startsAt, event.timeZone) : undefined
  return (
    <form {...form.props} className={styles.form}>
      {children}
      {locked === 'most' && (
        <Notice tone="info" title="This event has ended.">
          You can still edit its summary, description, cover and tags.
        </Notice>
      )}
      <BasicsFields form={form} isOver={locked === 'most'} />
      {locked !== 'most' && (
        <>
          <ScheduleFields form={form} startedAt={startedAt} />
          <LocationFields form={form} />
          <AttendanceFields form={form} event={event} />
        </>
      )}
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      {locked !== 'all' && (
        <div className={styles.footer}>
          <Button type="submit" busy={form.busy && 'Saving…'}>
            {submitLabel}
          </Button>
          <p className={patterns.muted}>Unsaved changes are kept in this tab.</p>
        </div>
      )}
    </form>
  )
}
