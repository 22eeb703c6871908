import { MESSAGES_PER_DAY } from '#shared/event-rules.ts'
import { visibleLength } from '#shared/visible-length.ts'
import type { AuditEvent, ManagedIn } from '#server/features/events/types.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import type { RsvpAt } from '#server/features/rsvps/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { allOf } from '#server/lib/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, Failure, invalidFields } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import { paragraphs } from '#server/lib/plain-text.ts'
import type { DocumentOf, Reader, Store, Transaction } from '#server/store/port.ts'

import { attendeeMessages } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  notify: Notify
  managedIn: ManagedIn
  auditEvent: AuditEvent
  /** @throws Failure unless the member is active and no block separates the two */
  assertReachable: (tx: Transaction, actor: Actor, memberId: string) => Promise<void>
  /** By member, of those who RSVP’d. */
  rsvpsTo: (
    reader: Pick<Reader, 'getMany'>,
    eventId: string,
    memberIds: readonly string[],
  ) => Promise<ReadonlyMap<string, RsvpAt>>
}

const DAY = 24 * 60 * 60 * 1_000

export type AttendeeMessageService = ReturnType<typeof createAttendeeMessageService>

/** From an organiser to one attendee: by notification, and by email if the member wants it. */
export function createAttendeeMessageService(deps: Deps) {
  const { store, clock, newId, notify, managedIn, auditEvent, assertReachable, rsvpsTo } = deps

  return {
    /** @param key the same when a request is repeated because its response was lost: the same text is then sent once */
    async send(
      actor: Actor,
      { eventId, memberId }: { eventId: string; memberId: string },
      body: string,
      key = newId(),
    ): Promise<void> {
      const text = paragraphs(body)
      if (visibleLength(text) === 0) throw invalidFields({ text: 'Write a message.' })
      const id = joinedId(actor.id, eventId, memberId, key, text)
      await store.transact(async (tx) => {
        const event = await managedIn(tx, actor, eventId)
        await assertReachable(tx, actor, memberId)
        if (await tx.get(attendeeMessages, id)) return
        const rsvp = (await rsvpsTo(tx, eventId, [memberId])).get(memberId)
        if (!rsvp || rsvp.state === 'declined') {
          throw conflict('not_on_roster', 'This member is no longer on the roster.')
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
        notify(tx, {
          topic: 'organiserMessage',
          subject: { kind: 'event', id: eventId },
          occurrence: id,
          actor: actor.id,
          recipients: [memberId],
          data: { title: event.title, text },
        })
        // Without the text, which is between the two.
        await auditEvent(tx, actor, event, {
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

    /** Those that the member wrote, and those to them. */
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
    if (toOne.length >= MESSAGES_PER_DAY.toOne) throw limitReached(toOne, `to this member`, clock())
    if (recent.length >= MESSAGES_PER_DAY.all) throw limitReached(recent, 'to attendees', clock())
  }
}

const limitReached = (sent: readonly DocumentOf<typeof attendeeMessages>[], to: string, now: number) =>
  new Failure(
    429,
    'message_limit',
    `You’ve sent ${sent.length} messages ${to} in 24 hours. Try again later, or send an announcement.`,
    { retryAfter: Math.ceil((Date.parse(sent[0]!.at) + DAY - now) / 1_000) },
  )
