import { Type } from 'typebox'

import * as m from '#shared/conversation/messages.ts'
import * as ofEvents from '#shared/events/messages.ts'
import { GROUP_MESSAGES_PER_DAY, MESSAGE_GROUPS } from '#shared/conversation/group-messages/rules.ts'
import {
  type GroupMessages,
  type MessageGroup,
  MessageGroupSchema,
} from '#shared/conversation/group-messages/schema.ts'
import type { EventStatus } from '#shared/events/rules.ts'
import { hasOptions } from '#shared/events/questions/rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Events } from '#server/modules/events/module.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { allOf } from '#server/store/all-of.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { conflict, Failure, invalidFields } from '#server/lib/failure.ts'
import { paragraphs } from '#server/lib/text/plain-text.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { groupMessages } from './collection.ts'
import { choiceSizes, groupSizes, messagesOf, recipientsOf } from './queries.ts'

/** Messages to groups of attendees that the member sent within 90 days. */
const ExportedGroupMessagesSchema = Type.Array(
  Type.Object({
    event: Type.String(),
    group: MessageGroupSchema,
    text: Type.String(),
    at: Type.String(),
  }),
)

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  operations: Operations
  events: Events
}

const MAX_LISTED = 50

export type GroupMessageService = ReturnType<typeof createGroupMessageService>

/** Sends messages from an organiser to a group of attendees: by notification, and by email to those who want it. */
export function createGroupMessageService(deps: Deps) {
  const { store, clock, newId, operations, events } = deps

  const sendingOf = (actor: Actor, event: string) => ({ event, sender: actor.id, now: isoInstant(clock()) })

  return {
    /** The groups with the number of members whom a message would reach now, and what was sent. */
    async list(actor: Actor, eventId: string): Promise<GroupMessages> {
      const { questions = [] } = await events.eventAccess.editableEvent(actor, eventId)
      const views = await store.views()
      const sending = sendingOf(actor, eventId)
      const sizes = groupSizes(views, sending)
      const asked = questions.filter((question) => hasOptions(question))
      const choices = asked.length > 0 ? choiceSizes(views, sending) : []
      const answered = asked.flatMap(({ id, options = [] }) =>
        options.map((value) => ({
          group: { kind: 'answered' as const, question: id, value },
          people: choices.find((choice) => choice.question === id && choice.value === value)?.people ?? 0,
        })),
      )
      const others = MESSAGE_GROUPS.flatMap((kind) =>
        kind === 'answered' ? [] : [{ group: { kind }, people: sizes[kind] }],
      )
      return { groups: [...others, ...answered], sent: messagesOf(views, actor.id, eventId, MAX_LISTED) }
    },

    /**
     * The recipients are those who are in the group now: people who join it later get nothing.
     * @param key the same when a request is repeated because its response was lost: the same text is then sent once
     */
    async send(
      actor: Actor,
      eventId: string,
      { group, text: body }: { group: MessageGroup; text: string },
      key = newId(),
    ): Promise<{ recipients: number }> {
      const event = await events.eventAccess.editableEvent(actor, eventId)
      assertSendable(event)
      const text = paragraphs(body)
      if (visibleLength(text) === 0) throw invalidFields({ text: ofEvents.messagesRule() })
      const id = joinedId(actor.id, eventId, key, JSON.stringify(group), text)
      const members = recipientsOf(await store.views(), sendingOf(actor, eventId), group)
      return store.transact(async (tx) => {
        const sent = await tx.get(groupMessages, id)
        if (sent) return { recipients: sent.recipients }
        if (members.length === 0) throw conflict('no_recipients', m.deskGroupEmpty())
        await assertBelowLimit(tx, actor.id)
        const recipients = members.length
        const at = isoInstant(clock())
        tx.create(groupMessages, { id, event: eventId, group, by: actor.id, at, text, recipients })
        operations.outbox.notify(tx, {
          topic: 'organiserMessage',
          subject: { kind: 'event', id: eventId },
          dedupeKey: id,
          actor: actor.id,
          recipients: members,
          data: { title: event.title, text },
        })
        // Recorded without the text, which is between the organiser and the group.
        await events.eventAudit.record(tx, actor, event, {
          action: 'event.group_messaged',
          after: { group: group.kind, recipients },
        })
        return { recipients }
      })
    },

    /** Messages that the member sent. Those who got them have them in their notifications. */
    exportOf: (memberId: string) => allOf(store, groupMessages, { where: { by: memberId }, orderBy: 'at' }),

    async forget(memberId: string): Promise<void> {
      const found = await allOf(store, groupMessages, { where: { by: memberId }, orderBy: 'at' })
      for (const { id } of found) await store.transact(async (tx) => tx.delete(groupMessages, id))
    },
  }

  async function assertBelowLimit(tx: Transaction, by: string) {
    const since = isoInstant(clock() - DAY)
    const recent = await allOf(tx, groupMessages, { where: { by }, orderBy: 'at', range: { gt: since } })
    if (recent.length < GROUP_MESSAGES_PER_DAY) return
    throw new Failure(429, 'message_limit', m.messagesGroupLimit({ count: recent.length }), {
      retryAfter: Date.parse(recent[0]!.at) + DAY - clock(),
    })
  }
}

function assertSendable({ status, hidden }: { status: EventStatus; hidden?: { event?: object } }) {
  if (hidden?.event) throw conflict('event_hidden', m.messagesHidden())
  if (status === 'draft') throw conflict('not_published', ofEvents.messagesUnpublished())
}

export const groupMessagesAccountData = (service: GroupMessageService) =>
  exported({
    name: 'groupMessages',
    collections: [groupMessages],
    schema: ExportedGroupMessagesSchema,
    exportOf: service.exportOf,
    forget: service.forget,
  })
