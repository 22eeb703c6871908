import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'

import type { Announcement } from '#shared/announcements.ts'
import { EVENT_LIMITS } from '#shared/event-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import { pluralise } from '#client/features/events/labels.ts'
import { PanelHeader, type PanelProps } from '#client/features/events/EventPanel.tsx'
import { eventUrl } from '#client/features/events/queries.ts'
import { createOnce } from '#client/lib/create-once.ts'
import { explainProblem, useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Notice } from '#client/ui/Notice.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { useToast } from '#client/ui/toast.ts'

import { AnnouncementList } from './Announcements.tsx'
import styles from './announcements.module.css'
import { audienceLabel, audienceSize } from './audience.ts'
import { announcementAudience, eventAnnouncements } from './queries.ts'

export function SendAnnouncement({ event, onClose }: PanelProps) {
  const [isAsking, setAsking] = useState(false)
  const form = useAnnouncementForm(event)
  // Without the counts, the hint names the audience without numbers.
  const { data, error, isFetching, refetch } = useQuery({
    ...announcementAudience(event.id),
    throwOnError: false,
  })
  const audience = error ? undefined : data

  function ask(submit: SyntheticEvent) {
    submit.preventDefault()
    if (!form.values.text.trim()) return form.props.onSubmit(submit)
    void refetch()
    setAsking(true)
  }

  async function send() {
    await form.send(form.values)
    setAsking(false)
  }

  return (
    <>
      <PanelHeader title="Announcements" event={event} onClose={onClose} />
      <div className={styles.columns}>
        <form {...form.props} onSubmit={ask} className={styles.form}>
          <TextField
            {...form.field('text')}
            label="Message"
            hint={`${audienceLabel(event, audience)} It appears on the event page and can’t be edited or deleted.`}
            multiline
            rows={6}
            maxLength={EVENT_LIMITS.announcement}
            readOnly={form.busy}
          />
          {form.failure && <Notice tone="danger">{form.failure}</Notice>}
          <div>
            <Button type="submit">Send announcement</Button>
          </div>
        </form>
        <SentAnnouncements event={event} />
        <Dialog
          open={isAsking}
          onClose={() => setAsking(false)}
          title="Send this announcement?"
          actions={
            <>
              <Button variant="secondary" onClick={() => setAsking(false)}>
                Keep editing
              </Button>
              <Button busy={form.busy ? 'Sending…' : isFetching && 'Counting…'} onClick={send}>
                {audience && audienceSize(audience) > 0
                  ? `Send to ${pluralise(audienceSize(audience), 'member')}`
                  : 'Send now'}
              </Button>
            </>
          }
        >
          <p>{audienceLabel(event, audience)}</p>
          <p>It goes out at once, and you can’t take it back.</p>
        </Dialog>
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
    ...eventAnnouncements(event),
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
