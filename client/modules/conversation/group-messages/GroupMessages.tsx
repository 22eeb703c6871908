import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import * as m from '#shared/conversation/messages.ts'
import * as ofEvents from '#shared/events/messages.ts'
import { rich } from '#client/ui/rich.tsx'
import type {
  GroupMessages as Messages,
  MessageGroup,
} from '#shared/conversation/organiser-messages/schema.ts'
import { EVENT_LIMITS } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { MessageForm } from '#client/modules/conversation/group-messages/MessageForm.tsx'
import { Ago } from '#client/modules/people/members/Time.tsx'
import { request } from '#client/lib/request.ts'
import { useNewDraft } from '#client/ui/form/use-new-draft.ts'
import patterns from '#client/ui/styles/patterns.module.css'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { useToast } from '#client/lib/toast.ts'

import styles from './group-messages.module.css'
import { groupKey, groupLabel } from './groups.ts'
import { groupMessages } from './queries.ts'

/** Messages to a group of attendees, with the number of members that each reaches. */
export function GroupMessages({ event }: { event: EventDetails }) {
  const { data, isFetching, refetch } = useSuspenseQuery(groupMessages(event.id))
  const form = useMessageForm(event, data.groups)
  const chosen = data.groups.find(({ group }) => groupKey(group) === form.values.group)
  const people = chosen?.people ?? 0
  return (
    <div className={styles.columns}>
      <MessageForm
        form={form}
        text={form.field('text')}
        send={() => form.send(form.values)}
        labels={{ question: m.deskMessageQuestion(), button: ofEvents.deskMessageSend() }}
        hint={m.deskMessageHint()}
        maxLength={EVENT_LIMITS.message}
        isRefused={people === 0}
        recipients={{
          label: chosen
            ? m.deskMessageRecipients({ people, group: groupLabel(chosen.group, event.questions) })
            : '',
          count: people,
          isCounting: isFetching,
          countAgain: refetch,
        }}
      >
        <SelectField
          {...form.field('group')}
          label={m.deskMessageTo()}
          options={data.groups.map(({ group, people: size }) => ({
            value: groupKey(group),
            label: `${groupLabel(group, event.questions)} (${size})`,
          }))}
        />
      </MessageForm>
      <section className={patterns.form}>
        <h2>{m.deskSent()}</h2>
        <SentMessages event={event} sent={data.sent} />
      </section>
    </div>
  )
}

/** Sending again after a lost response sends no second message. */
function useMessageForm(event: EventDetails, groups: Messages['groups']) {
  const cache = useQueryClient()
  const toast = useToast()
  const [params] = useSearchParams()
  const wanted = groups.find(({ group }) => groupKey(group) === params.get('group')) ?? groups[0]
  const [initial] = useState({ group: wanted ? groupKey(wanted.group) : '', text: '' })
  const chosenOf = (key: string) => groups.find(({ group }) => groupKey(group) === key)
  const { form } = useNewDraft({
    initial,
    draft: `group-message:${event.id}`,
    check: ({ group, text }) => ({
      text: text.trim() ? undefined : ofEvents.messagesRule(),
      group: chosenOf(group)?.people ? undefined : m.deskGroupEmpty(),
    }),
    create({ group, text }, idempotencyKey) {
      const chosen = chosenOf(group)
      if (!chosen) throw new Error('The form was submitted without validation.')
      return request('POST /api/events/:eventId/messages', {
        idempotencyKey,
        params: { eventId: event.id },
        body: { group: chosen.group satisfies MessageGroup, text },
      })
    },
    onCreated({ recipients }) {
      form.discard()
      void cache.invalidateQueries({ queryKey: groupMessages(event.id).queryKey })
      void cache.invalidateQueries({ queryKey: ['events', 'desk', event.id] })
      toast(m.deskMessageSent({ count: recipients }), { tone: 'success' })
    },
  })
  return form
}

/** Shown so that two hosts do not send the same twice. */
function SentMessages({ event, sent }: { event: EventDetails; sent: Messages['sent'] }) {
  if (sent.length === 0) return <p className={patterns.muted}>{m.deskSentNone()}</p>
  return (
    <ol className={styles.sent}>
      {sent.map(({ id, group, text, by, at, recipients }) => (
        <li key={id}>
          <p className={patterns.asTyped}>{text}</p>
          <p className={patterns.small}>
            {rich(
              m.deskSentOne({
                name: by?.displayName ?? m.anOrganiser(),
                ago: <Ago at={at} />,
                count: recipients,
                group: groupLabel(group, event.questions),
              }),
            )}
          </p>
        </li>
      ))}
    </ol>
  )
}
