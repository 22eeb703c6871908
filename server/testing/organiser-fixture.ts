import { randomUUID } from 'node:crypto'

import type { RsvpState } from '#shared/event-rules.ts'
import type { EventDocument } from '#server/features/events/collection.ts'
import { members } from '#server/features/members/collection.ts'
import type { RsvpDocument } from '#server/features/rsvps/collection.ts'
import { putRsvp } from '#server/features/rsvps/transactions.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { Mailer } from '#server/mail/port.ts'

import { startTestApp } from './app.ts'
import { eventDocument, putSeated } from './events.ts'

const HOUR = 60 * 60 * 1_000
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

export type OrganiserFixture = Awaited<ReturnType<typeof startOrganiserFixture>>

/** The application with an admin, two organisers and two members. */
export async function startOrganiserFixture(options: { mailer?: Mailer; liftRateLimits?: boolean } = {}) {
  const adminEmail = `${randomUUID()}@guildhall.test`
  const running = await startTestApp({ env: { ADMIN_EMAILS: adminEmail }, ...options })

  const changeMember = (id: string, more: object) =>
    running.store.transact(async (tx) => {
      const member = await tx.get(members, id)
      tx.put(members, { ...member!, ...more })
    })

  async function person(more: object) {
    const made = await running.member()
    await changeMember(made.uid, more)
    return made
  }

  const admin = await running.member({ email: adminEmail })
  const organiser = await person({ role: 'organiser', displayName: 'Olga' })
  const rival = await person({ role: 'organiser', displayName: 'Rita' })
  const ada = await person({ displayName: 'Ada' })
  const grace = await person({ displayName: 'Grace' })
  // So that the cached roles of their sessions expire.
  running.advance(60_000)

  return {
    ...running,
    admin,
    organiser,
    rival,
    ada,
    grace,
    changeMember,

    /** Stores an event of the organiser; by default it starts in an hour. */
    async putEvent(more: Partial<EventDocument> = {}, going: readonly string[] = []) {
      const event = eventDocument(randomUUID(), {
        createdBy: organiser.uid,
        startsAt: inHours(1),
        ...more,
      })
      await running.store.transact(async (tx) => putSeated(tx, event, going))
      return event
    },

    putRsvp: (event: EventDocument, member: string, state: RsvpState, more: Partial<RsvpDocument> = {}) =>
      running.store.transact(async (tx) => {
        const { id, startsAt } = event
        const answeredAt = '2026-01-02T10:00:00.000Z'
        const answer = { id: joinedId(id, member), event: id, member, guests: 0, answeredAt, startsAt }
        putRsvp(tx, { ...answer, changedAt: answeredAt, state, ...more }, running.clock())
      }),
  }
}
