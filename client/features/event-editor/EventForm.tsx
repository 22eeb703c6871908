import type { ReactNode } from 'react'

import { formatMoment } from '#client/lib/time/when.ts'
import type { Form } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import styles from './editor.module.css'
import type { EventDraft } from './draft/event-draft.ts'
import { What } from './fields/BasicsFields.tsx'
import { When } from './fields/ScheduleFields.tsx'
import { Where } from './fields/VenueFields.tsx'
import { Who } from './fields/AttendanceFields.tsx'
import type { Fixed } from './draft/fixed.ts'

interface Props {
  form: Form<EventDraft>
  /** On the button. */
  act: string
  fixed?: Fixed
  /** Since when the start is fixed. */
  span?: { startsAt: string; timeZone: string }
  /** Above the fields: what was kept. */
  children: ReactNode
}

export const EventForm = ({ form, act, fixed = 'nothing', span, children }: Props) => (
  <form {...form.props} className={styles.form}>
    {children}
    {fixed === 'most' && (
      <Notice tone="info" title="The event is over.">
        Its texts, cover picture and tags can still be changed.
      </Notice>
    )}
    <What form={form} isOver={fixed === 'most'} />
    {fixed !== 'most' && (
      <>
        <When
          form={form}
          started={
            fixed === 'start' && span
              ? `It started on ${formatMoment(span.startsAt, span.timeZone)}: that stays.`
              : undefined
          }
        />
        <Where form={form} />
        <Who form={form} />
      </>
    )}
    {form.failure && <Notice tone="danger">{form.failure}</Notice>}
    {fixed !== 'all' && (
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy && 'Saving…'}>
          {act}
        </Button>
        <p className={styles.quiet}>Until then, what you type is kept in this tab.</p>
      </div>
    )}
  </form>
)
