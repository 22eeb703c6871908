import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/conversation/messages.ts'
import * as ofEvents from '#shared/events/messages.ts'
import type { Announcement } from '#shared/conversation/organiser-messages/schema.ts'
import { EVENT_LIMITS } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { PanelHeader, type PanelProps } from '#client/modules/events/events/EventPanel.tsx'
import { MessageForm } from '#client/modules/conversation/group-messages/MessageForm.tsx'
import { explainProblem } from '#client/lib/explain-problem.ts'
import { request } from '#client/lib/request.ts'
import { useNewDraft } from '#client/ui/form/use-new-draft.ts'
import { Button } from '#client/ui/Button.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Notice } from '#client/ui/Notice.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import { useToast } from '#client/lib/toast.ts'

import { AnnouncementList } from './Announcements.tsx'
import styles from './announcements.module.css'
import { audienceLabel, audienceSize } from './audience.ts'
import { announcementAudience, eventAnnouncements } from './queries.ts'

export function SendAnnouncement({ event }: PanelProps) {
  const form = useAnnouncementForm(event)
  // Without the counts, the hint names the audience without numbers.
  const { data, error, isFetching, refetch } = useQuery({
    ...announcementAudience(event.id),
    throwOnError: false,
  })
  const audience = error ? undefined : data
  const label = audienceLabel(event, audience)
  return (
    <>
      <PanelHeader title={m.announcementTitle()} event={event} />
      <div className={styles.columns}>
        <MessageForm
          form={form}
          text={form.field('text')}
          send={() => form.send(form.values)}
          labels={{ question: m.announcementQuestion(), button: m.announcementSend() }}
          hint={`${label} ${m.announcementHint()}`}
          maxLength={EVENT_LIMITS.announcement}
          recipients={{
            label,
            count: audience && audienceSize(audience),
            isCounting: isFetching,
            countAgain: refetch,
          }}
        />
        <SentAnnouncements event={event} />
      </div>
    </>
  )
}

/** Sending again after a lost response creates no second announcement. */
function useAnnouncementForm(event: EventDetails) {
  const cache = useQueryClient()
  const toast = useToast()
  const [params] = useSearchParams()
  const { queryKey } = eventAnnouncements(event)

  async function show(sent: Announcement) {
    await cache.cancelQueries({ queryKey })
    cache.setQueryData(
      queryKey,
      (shown) => shown && { items: [sent, ...shown.items.filter(({ id }) => id !== sent.id)] },
    )
    void cache.invalidateQueries({ queryKey })
  }

  const [thanks] = useState(() => (params.has('thanks') ? m.announcementThanks({ event: event.title }) : ''))
  const { form } = useNewDraft({
    initial: { text: thanks },
    draft: `announcement:${event.id}`,
    check: ({ text }) => (text.trim() ? {} : { text: ofEvents.messagesRule() }),
    create: ({ text }, idempotencyKey) =>
      request('POST /api/events/:eventId/announcements', {
        idempotencyKey,
        params: { eventId: event.id },
        body: { text },
      }),
    async onCreated(sent) {
      await show(sent)
      form.discard()
      toast(m.announcementSentOne(), { tone: 'success' })
    },
  })
  return form
}

/** Shown so that two organisers do not send the same announcement. */
function SentAnnouncements({ event }: { event: EventDetails }) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...eventAnnouncements(event),
    throwOnError: false,
  })
  return (
    <section className={patterns.form}>
      <h2>{m.announcementSent()}</h2>
      {isPending && <Spinner />}
      {error && !data && (
        <Notice
          tone="warning"
          title={m.announcementSentFailed()}
          actions={
            <Button variant="secondary" busy={isFetching && words.loading()} onClick={() => refetch()}>
              {words.tryAgain()}
            </Button>
          }
        >
          {explainProblem(error).message}
        </Notice>
      )}
      {data?.items.length === 0 && <p className={patterns.muted}>{m.announcementNone()}</p>}
      {data && <AnnouncementList event={event} items={data.items} withDelivery />}
    </section>
  )
}
