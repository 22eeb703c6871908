import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'

import type { Announcement } from '#shared/announcements.ts'
import { EVENT_LIMITS } from '#shared/event-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import { PanelHeader, type PanelProps } from '#client/features/events/EventPanel.tsx'
import { eventRoster, eventUrl } from '#client/features/events/queries.ts'
import { createOnce } from '#client/lib/create-once.ts'
import { explainProblem, useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Notice } from '#client/ui/Notice.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { useToast } from '#client/ui/toast.ts'

import { AnnouncementList } from './Announcements.tsx'
import styles from './announcements.module.css'
import { audienceLabel } from './audience.ts'
import { eventAnnouncements, sentAnnouncements } from './queries.ts'

export function SendAnnouncement({ event, onClose }: PanelProps) {
  const form = useAnnouncementForm(event)
  // Without the counts, the hint names the audience without numbers.
  const { data } = useInfiniteQuery({ ...eventRoster(event, { filter: 'all', q: '' }), throwOnError: false })
  return (
    <>
      <PanelHeader title="Announcements" event={event} onClose={onClose} />
      <div className={styles.columns}>
        <form {...form.props} className={styles.form}>
          <TextField
            {...form.field('text')}
            label="Message"
            hint={`${audienceLabel(event, data?.counts)} It appears on the event page and can’t be edited or deleted.`}
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

/** Sending again after a lost response makes no second announcement. */
function useAnnouncementForm(event: EventDetails) {
  const cache = useQueryClient()
  const toast = useToast()
  const { queryKey } = eventAnnouncements(event)

  async function show(sent: Announcement) {
    await cache.cancelQueries({ queryKey })
    cache.setQueryData(
      queryKey,
      (shown) => shown && { items: [sent, ...shown.items.filter(({ id }) => id !== sent.id)] },
    )
    void cache.invalidateQueries({ queryKey })
  }

  const draft = `announcement:${event.id}`
  const form = useForm({
    initial: { text: '' },
    draft,
    check: ({ text }) => (text.trim() ? {} : { text: 'Write a message.' }),
    submit: async ({ text }) => {
      const sent = await createOnce<Announcement>(draft, eventUrl(event.id, 'announcements'), { text })
      await show(sent)
      form.discard()
      toast('Announcement sent.', { tone: 'success' })
    },
  })
  return form
}

/** So that two organisers do not send the same twice. */
function SentAnnouncements({ event }: { event: EventDetails }) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...sentAnnouncements(event),
    throwOnError: false,
  })
  return (
    <section className={styles.form}>
      <h2>Sent announcements</h2>
      {isPending && <Spinner />}
      {error && !data && (
        <Notice
          tone="warning"
          title="We couldn’t load the sent announcements."
          actions={
            <Button variant="secondary" busy={isFetching && 'Loading…'} onClick={() => refetch()}>
              Try again
            </Button>
          }
        >
          {explainProblem(error).message}
        </Notice>
      )}
      {data?.items.length === 0 && <p className={patterns.muted}>No announcements yet.</p>}
      {data && <AnnouncementList event={event} items={data.items} withDelivery />}
    </section>
  )
}
