import * as m from '#shared/conversation/messages.ts'
import { GROUP_MESSAGES_PER_DAY } from '#shared/conversation/organiser-messages/rules.ts'
import type { MessageGroup } from '#shared/conversation/organiser-messages/schema.ts'
import { eventPhase, MESSAGES_PER_DAY } from '#shared/events/rules.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { DomainEvent } from '#server/modules/operations/outbox/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import { oneLine } from '#server/lib/text/plain-text.ts'
import type { DocumentOf, Store, Transaction } from '#server/store/port.ts'

import { announcements, attendeeMessages, groupMessages, type MessageCollection } from './collection.ts'
import { recipientsOf } from './queries.ts'

type EventDocument = Awaited<ReturnType<Events['eventAccess']['editableEvent']>>

/** The recipients of a message, and the rules that depend on them. */
export interface Audience<C extends MessageCollection, Target, To extends DomainEvent['recipients']> {
  collection: C
  topic: 'announcement' | 'organiserMessage'
  /** Parts of the id, between the event and the text. A repeat has the same id in every release. */
  idParts: (key: string, target: Target) => string[]
  /** @throws Failure when the actor may not write to this audience */
  open: (actor: Actor, eventId: string, target: Target) => Promise<Opened<To>>
  /** Numbers of messages that an author can send within 24 hours. */
  limits: readonly Limit<C>[]
  /** Fields of the document that only messages to this audience have. */
  fieldsOf: (target: Target, recipients: To) => Omit<DocumentOf<C>, keyof DocumentOf<typeof announcements>>
  /** Texts of the notification, beside the title of the event. */
  dataOf: (message: DocumentOf<C>, event: EventDocument) => Record<string, string>
  /** The audit log has no texts, which are between the author and the audience. */
  record: (tx: Transaction, actor: Actor, event: EventDocument, message: DocumentOf<C>) => Promise<void>
}

interface Opened<To> {
  event: (tx: Transaction) => Promise<EventDocument>
  /** For a message that has not been sent yet. @throws Failure when no one would get it */
  recipients: (tx: Transaction) => Promise<To>
}

interface Limit<C extends MessageCollection> {
  most: number
  /** Whether an earlier message counts. By default each of the author's does. */
  counts?: (earlier: DocumentOf<C>, message: DocumentOf<C>) => boolean
  refusal: (count: number) => string
}

/** Characters of the text in the notification of an announcement. */
const EXCERPT = 140

export function createAudiences({
  store,
  clock,
  events,
  attendance,
}: {
  store: Store
  clock: Clock
  events: Events
  attendance: Attendance
}) {
  const { eventAccess, eventAudit } = events
  const { rsvps } = attendance

  return {
    /** Everyone with an RSVP other than can't go, now and later. */
    everyone: {
      collection: announcements,
      topic: 'announcement',
      idParts: (key) => [key],
      async open(actor, eventId) {
        const event = await eventAccess.editableShown(actor, eventId)
        return { event: async () => event, recipients: async () => 'attendees' }
      },
      limits: [],
      fieldsOf: () => ({}),
      dataOf: ({ id, text }, event) => ({
        text: excerptOf(text),
        announcement: id,
        phase: eventPhase(event, clock()),
      }),
      record: (tx, actor, event) =>
        eventAudit.recordAdmin(tx, actor, event, { action: 'event.announcement_sent' }),
    } satisfies Audience<typeof announcements, undefined, 'attendees'>,

    /** The members who are in the group now: people who join it later get nothing. */
    group: {
      collection: groupMessages,
      topic: 'organiserMessage',
      idParts: (key, group) => [key, JSON.stringify(group)],
      async open(actor, eventId, group) {
        const event = await eventAccess.editableShown(actor, eventId)
        const sending = { event: eventId, sender: actor.id, now: isoInstant(clock()) }
        const members = recipientsOf(await store.views(), sending, group)
        return {
          event: async () => event,
          async recipients() {
            if (members.length === 0) throw conflict('no_recipients', m.deskGroupEmpty())
            return members
          },
        }
      },
      limits: [{ most: GROUP_MESSAGES_PER_DAY, refusal: (count) => m.messagesGroupLimit({ count }) }],
      fieldsOf: (group, { length }) => ({ group, recipients: length }),
      dataOf: ({ text }) => ({ text }),
      record: (tx, actor, event, { group, recipients }) =>
        eventAudit.record(tx, actor, event, {
          action: 'event.group_messaged',
          after: { group: group.kind, recipients },
        }),
    } satisfies Audience<typeof groupMessages, MessageGroup, readonly string[]>,

    /** One member on the roster of an upcoming event. */
    attendee: {
      collection: attendeeMessages,
      topic: 'organiserMessage',
      idParts: (key, memberId) => [memberId, key],
      open: async (actor, eventId, memberId) => ({
        async event(tx) {
          const event = await eventAccess.editableIn(tx, actor, eventId)
          await eventAccess.assertReachable(tx, actor, memberId)
          return event
        },
        async recipients(tx) {
          const rsvp = (await rsvps.reader.rsvpsTo(tx, eventId, [memberId])).get(memberId)
          if (rsvp && rsvp.state !== 'declined') return [memberId]
          throw conflict('not_on_roster', m.messagesNotOnRoster())
        },
      }),
      limits: [
        {
          most: MESSAGES_PER_DAY.toOne,
          counts: (earlier, { event, member }) => earlier.event === event && earlier.member === member,
          refusal: (count) => m.messagesLimit({ to: 'member', count }),
        },
        {
          most: MESSAGES_PER_DAY.all,
          refusal: (count) => m.messagesLimit({ to: 'attendees', count }),
        },
      ],
      fieldsOf: (member) => ({ member }),
      dataOf: ({ text }) => ({ text }),
      record: (tx, actor, event, { member }) =>
        eventAudit.record(tx, actor, event, {
          action: 'event.attendee_messaged',
          target: member,
          after: { event: event.id },
        }),
    } satisfies Audience<typeof attendeeMessages, string, readonly string[]>,
  }
}

const excerptOf = (text: string) => {
  const line = oneLine(text)
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT).toWellFormed()}…` : line
}
