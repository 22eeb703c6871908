import { useInfiniteQuery } from '@tanstack/react-query'

import { EVENT_LIMITS } from '#shared/event-rules.ts'
import type { PanelProps } from '#client/features/events/EventPanel.tsx'
import { PanelHeader } from '#client/features/events/EventPanel.tsx'
import { eventRoster } from '#client/features/events/queries.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import styles from './announcements.module.css'
import { SentAnnouncements } from './SentAnnouncements.tsx'
import { useAnnouncementForm } from './use-announcement-form.ts'
import { audienceLabel } from './audience.ts'

/** Tells those who take part what they should know. */
export function SendAnnouncement({ event, onClose }: PanelProps) {
  const form = useAnnouncementForm(event)
  // Without the numbers it can still be said in words who reads it.
  const { data } = useInfiniteQuery({ ...eventRoster(event, { filter: 'all', q: '' }), throwOnError: false })
  return (
    <>
      <PanelHeader title="Announcement" event={event} onClose={onClose} />
      <div className={styles.columns}>
        <form {...form.props} className={styles.form}>
          <TextField
            {...form.field('text')}
            label="What should they know?"
            hint={`${audienceLabel(event, data?.counts)} It stands on the event’s page, and cannot be changed or taken back.`}
            multiline
            rows={6}
            maxLength={EVENT_LIMITS.announcement}
            readOnly={form.busy}
          />
          {form.failure && <Notice tone="danger">{form.failure}</Notice>}
          <div>
            <Button type="submit" busy={form.busy && 'Sending…'}>
              Send announcement
            </Button>
          </div>
        </form>
        <SentAnnouncements event={event} />
      </div>
    </>
  )
}
