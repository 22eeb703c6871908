import { DAY, HOUR } from '#shared/lib/durations.ts'
import { SAMPLE_MEMBERS } from '#server/demo/community/sample-members.ts'

import type { SeedContext } from './context.ts'
import { eventCommands, MEMBER } from './event-commands.ts'
import { CALL, type EventPlan, LISBON, NEW_YORK, SINGAPORE } from './event-plans.ts'
import { seedGuest } from './guests.ts'

/** An event that begins in two hours, with a guest, and a full one with a seat that was just freed. */
export async function seedToday(context: SeedContext) {
  const { publish, respond } = eventCommands(context)
  const people = SAMPLE_MEMBERS.map(({ uid }) => uid)
  const lately = context.now - 2 * DAY

  const begins = await publish(startsSoon(context.now), lately)
  await respond(begins, [MEMBER, ...people.slice(26, 37)], lately + HOUR)
  await seedGuest(context, begins, lately + 2 * HOUR, { name: 'Lea Marti', by: MEMBER })

  const full = await publish(startsTomorrow(context.now), lately)
  const [first = '', ...others] = people.slice(40, 46)
  await respond(full, [first, ...others], lately + HOUR)
  await respond(full, [MEMBER, ...people.slice(46, 48)], lately + 5 * HOUR)
  await respond(full, [first], context.now, { state: 'declined' })
}

const NOON = 12

/** Begins at the first quarter of an hour after two hours from now. */
const startsSoon = (now: number): EventPlan => ({
  title: 'Open hour',
  summary: 'No speaker and no slides: come with what is on your desk today.',
  ...inDaytimeZone(now + 2 * HOUR, now),
  length: 60,
  format: 'online',
  joinUrl: CALL,
  openToGuests: true,
  tags: ['suggestions'],
})

/** Less than 24 hours away: a freed seat is offered, not assigned. */
const startsTomorrow = (now: number): EventPlan => ({
  title: 'Six people, one price list',
  summary: 'Each shows what they charge, and five others say what they would pay.',
  ...inDaytimeZone(now + 20 * HOUR, now),
  length: 90,
  format: 'online',
  joinUrl: CALL,
  capacity: 6,
  tags: ['prices'],
})

/** Picks the time zone where it is closest to noon at that time, and the next quarter of an hour. */
function inDaytimeZone(at: number, now: number): Pick<EventPlan, 'inDays' | 'from' | 'timeZone'> {
  const start = Temporal.Instant.fromEpochMilliseconds(at).round({
    smallestUnit: 'minute',
    roundingIncrement: 15,
    roundingMode: 'ceil',
  })
  const fromNoon = (timeZone: string) => Math.abs(start.toZonedDateTimeISO(timeZone).hour - NOON)
  const [timeZone] = [LISBON, NEW_YORK, SINGAPORE].toSorted((a, b) => fromNoon(a) - fromNoon(b)) as [string]
  const there = start.toZonedDateTimeISO(timeZone)
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  return {
    inDays: today.until(there.toPlainDate()).days,
    from: there.toPlainTime().toString({ smallestUnit: 'minute' }),
    timeZone,
  }
}
