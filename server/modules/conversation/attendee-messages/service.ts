import { Type } from 'typebox'

import * as m from '#shared/conversation/messages.ts'
import * as ofEvents from '#shared/events/messages.ts'
import { MESSAGES_PER_DAY } from '#shared/events/rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { allOf } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, Failure, invalidFields } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { paragraphs } from '#server/lib/text/plain-text.ts'
import type { DocumentOf, Store, Transaction } from '#server/store/port.ts'

import { attendeeMessages } from './collection.ts'

/** Messages between organisers and single attendees that the member sent or received within 90 days. */
const ExportedAttendeeMessagesSchema = Type.Array(
  Type.Object({
    event: Type.String(),
    by: Type.String(),
    member: Type.String(),
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

export type AttendeeMessageService = ReturnType<typeof createAttendeeMessageService>

/** Sends messages from an organiser to one attendee: by notification, and by email if the member wants it. */
export function createAttendeeMessageService(deps: Deps) {
  const { store, clock, newId, operations, events } = deps

  return {
    /** @param key the same when a request is repeated because its response was lost: the same text is then sent once */
    async send(
      actor: Actor,
      { eventId, memberId }: { eventId: string; memberId: string },
      body: string,
      key = newId(),
    ): Promise<void> {
      const text = paragraphs(body)
      if (visibleLength(text) === 0) throw invalidFields({ text: ofEvents.messagesRule() })
      const id = joinedId(actor.id, eventId, memberId, key, text)
      await store.transact(async (tx) => {
        const event = await events.eventAccess.editableIn(tx, actor, eventId)
        await events.eventAccess.assertReachable(tx, actor, memberId)
        if (await tx.get(attendeeMessages, id)) return
        const rsvp = (await events.rsvps.reader.rsvpsTo(tx, eventId, [memberId])).get(memberId)
        if (!rsvp || rsvp.state === 'declined') {
          throw conflict('not_on_roster', m.messagesNotOnRoster())
        }
        await assertBelowLimit(tx, { by: actor.id, eventId, memberId })
        tx.create(attendeeMessages, {
          id,
          event: eventId,
          member: memberId,
          by: actor.id,
          at: isoInstant(clock()),
          text,
        })
        operations.outbox.notify(tx, {
          topic: 'organiserMessage',
          subject: { kind: 'event', id: eventId },
          dedupeKey: id,
          actor: actor.id,
          recipients: [memberId],
          data: { title: event.title, text },
        })
        // Recorded without the text, which is private to the two.
        await events.eventAudit.record(tx, actor, event, {
          action: 'event.attendee_messaged',
          target: memberId,
          after: { event: eventId },
        })
      })
    },

    exportOf: async (memberId: string) => {
      const [sent, received] = await Promise.all([
        allOf(store, attendeeMessages, { where: { by: memberId }, orderBy: 'at' }),
        allOf(store, attendeeMessages, { where: { member: memberId }, orderBy: 'at' }),
      ])
      return [...sent, ...received.filter(({ by }) => by !== memberId)]
    },

    /** Deletes messages from and to the member. */
    async forget(memberId: string): Promise<void> {
      for (const field of ['by', 'member']) {
        const found = await allOf(store, attendeeMessages, { where: { [field]: memberId }, orderBy: 'at' })
        for (const { id } of found) await store.transact(async (tx) => tx.delete(attendeeMessages, id))
      }
    },
  }

  async function assertBelowLimit(
    tx: Transaction,
    { by, eventId, memberId }: { by: string; eventId: string; memberId: string },
  ) {
    const since = isoInstant(clock() - DAY)
    const recent = await allOf(tx, attendeeMessages, { where: { by }, orderBy: 'at', range: { gt: since } })
    const toOne = recent.filter(({ event, member }) => event === eventId && member === memberId)
    if (toOne.length >= MESSAGES_PER_DAY.toOne) throw limitReached(toOne, 'member', clock())
    if (recent.length >= MESSAGES_PER_DAY.all) throw limitReached(recent, 'attendees', clock())
  }
}

const limitReached = (
  sent: readonly DocumentOf<typeof attendeeMessages>[],
  to: 'member' | 'attendees',
  now: number,
) =>
  new Failure(429, 'message_limit', m.messagesLimit({ to, count: sent.length }), {
    retryAfter: Date.parse(sent[0]!.at) + DAY - now,
  })

export const attendeeMessagesAccountData = (service: AttendeeMessageService) =>
  exported({
    name: 'attendeeMessages',
    collections: [attendeeMessages],
    schema: ExportedAttendeeMessagesSchema,
    exportOf: service.exportOf,
    forget: service.forget,
  })
