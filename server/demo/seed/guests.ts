import { randomUUID } from 'node:crypto'

import { DAY, HOUR, WEEK } from '#shared/lib/durations.ts'
import { eventGuests, joinedGuests } from '#server/modules/attendance/guests/collection.ts'
import { createGuestKeys } from '#server/modules/attendance/guests/keys.ts'
import { isoInstant } from '#server/lib/clock.ts'

import type { SeedContext } from './context.ts'
import { answersTo } from './event-commands.ts'
import type { EventPlan } from './event-plans.ts'
import { idOf, TOMAS } from './people.ts'

interface Guest {
  name: string
  /** Member who invites them; undefined for a visitor. */
  by?: string
  /** Whether they have clicked the link of the email. */
  confirms?: boolean
  questions?: EventPlan['questions']
}

/** Seeds a guest without an account. Bookings send an email, which the seeding cannot. */
export async function seedGuest(
  { store, services, at, secret }: SeedContext,
  event: string,
  time: number,
  { name, by, confirms = true, questions = [] }: Guest,
) {
  const keys = createGuestKeys(secret)
  const email = `${name.toLowerCase().replace(' ', '.')}@mail.example`
  const own = { id: keys.idOf(event, email), linkKey: randomUUID() }
  const bookedAt = isoInstant(time)
  const guest = {
    ...own,
    event,
    email,
    name,
    namedBy: by === undefined ? [] : [by],
    isVisitor: by === undefined ? (true as const) : undefined,
    language: 'en',
    linkHash: keys.linkHashOf(own),
    createdAt: bookedAt,
    sentAt: bookedAt,
    deleteAt: isoInstant(time + WEEK),
  }
  await store.transact(async (tx) => tx.put(eventGuests, guest))
  if (!confirms) return
  const answers = answersTo(questions, 0)
  await at(time + HOUR, () =>
    services.attendance.guests.answering.respond({ link: keys.linkOf(own), state: 'going', answers }),
  )
}

/** Leonor came to this past event as a guest of Tomás, who earns prestige once she has met someone. */
export const seedJoinedGuest = ({ store, now }: SeedContext, event: string, { title }: EventPlan) =>
  store.transact(async (tx) =>
    tx.put(joinedGuests, {
      id: idOf('Leonor Pacheco'),
      broughtBy: TOMAS,
      event,
      title,
      joinedAt: isoInstant(now - 40 * DAY),
    }),
  )
