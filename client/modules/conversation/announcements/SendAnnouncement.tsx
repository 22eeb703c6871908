import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import * as m from '#shared/conversation/messages.ts'
import * as ofEvents from '#shared/events/messages.ts'
import type { Announcement } from '#shared/conversation/organiser-messages/schema.ts'
import { EVENT_LIMITS } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { PanelHeader, type PanelProps } from '#client/modules/events/events/EventPanel.tsx'
import { MessageForm } from '#client/modules/conversation/group-messages/MessageForm.tsx'
import { request } from '#client/lib/request.ts'
import { useNewDraft } from '#client/ui/form/use-new-draft.ts'
import patterns from '#client/ui/styles/patterns.module.css'
import { useToast } from '#client/lib/toast.ts'
import { Loading } from '#client/ui/crash/Loading.tsx'

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
  const query = useQuery({ ...eventAnnouncements(event), throwOnError: false })
  const { data } = query
  return (
    <section className={patterns.form}>
      <h2>{m.announcementSent()}</h2>
      <Loading query={query} failed={m.announcementSentFailed()} />
      {data?.items.length === 0 && <p className={patterns.muted}>{m.announcementNone()}</p>}
      {data && <AnnouncementList event={event} items={data.items} withDelivery />}
    </section>
  )
}
