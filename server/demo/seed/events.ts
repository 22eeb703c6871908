import { SAMPLE_MEMBERS } from '#server/demo/community/sample-members.ts'
import { isoInstant } from '#server/lib/clock.ts'

import type { SeedContext } from './context.ts'
import { editOf, eventCommands, MEMBER, ORGANISER } from './event-commands.ts'
import { BREAKFASTS, CANCELLED, DRAFT, FULL, LONG_AGO, OTHERS, PAST } from './event-plans.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

const MEMBER_IDS = SAMPLE_MEMBERS.map(({ uid }) => uid)

/**
 * Past and upcoming events: full, with a waitlist, cancelled, in several time zones, a series and a draft.
 * @returns the id of the last breakfast
 */
export async function seedEvents(context: SeedContext) {
  const lately = context.now - 5 * DAY
  const breakfast = await seedPast(context)
  await seedBreakfasts(context, lately)
  await seedFull(context, lately)
  await seedCancelled(context, lately)
  await seedOthers(context, lately)
  return { breakfast }
}

async function seedPast(context: SeedContext) {
  const { publish, respond, run } = eventCommands(context)
  let breakfast = ''
  for (const plan of [LONG_AGO, PAST]) {
    const before = context.now + (plan.inDays - 20) * DAY
    const id = await publish(plan, before)
    await respond(id, [MEMBER, ...MEMBER_IDS.slice(0, 14)], before + DAY)
    const start = Date.parse(editOf(plan, context.now).startsAt)
    await run(start + HOUR, ({ checkIn }) =>
      checkIn.checkIn(
        ORGANISER,
        id,
        [MEMBER, ...MEMBER_IDS.slice(0, 12)].map((memberId) => ({ memberId, at: isoInstant(start) })),
      ),
    )
    await run(start + 3 * HOUR, ({ events }) => events.complete(ORGANISER, id))
    breakfast = id
  }
  return breakfast
}

async function seedBreakfasts(context: SeedContext, lately: number) {
  const { publish, respond, run } = eventCommands(context)
  const id = await publish(BREAKFASTS, lately)
  await respond(id, [MEMBER, ...MEMBER_IDS.slice(3, 22)], lately + HOUR)
  await respond(id, MEMBER_IDS.slice(22, 26), lately + 2 * HOUR, 'maybe')
  const text = 'The bell at the door is broken. Knock, or call the number on the sign.'
  await run(lately + DAY, ({ announcements }) => announcements.send(ORGANISER, id, text))
  await repeatWeekly(context, id)
}

async function seedFull(context: SeedContext, lately: number) {
  const { publish, respond } = eventCommands(context)
  const id = await publish(FULL, lately)
  await respond(id, MEMBER_IDS.slice(12, 16), lately + HOUR)
  await respond(id, [...MEMBER_IDS.slice(30, 31), MEMBER, ...MEMBER_IDS.slice(31, 32)], lately + 3 * HOUR)
}

async function seedCancelled(context: SeedContext, lately: number) {
  const { publish, respond, run } = eventCommands(context)
  const id = await publish(CANCELLED, lately)
  await respond(id, [MEMBER, ...MEMBER_IDS.slice(5, 9)], lately + HOUR)
  const reason = 'The river is too high this week. We will find another morning.'
  await run(context.now - DAY, ({ events }) => events.cancel(ORGANISER, id, reason))
}

async function seedOthers(context: SeedContext, lately: number) {
  const { publish, respond, run } = eventCommands(context)
  for (const [index, plan] of OTHERS.entries()) {
    const id = await publish(plan, lately)
    await respond(id, MEMBER_IDS.slice(index * 9, index * 9 + 11), lately + HOUR)
  }
  await run(lately, ({ events }) => events.create(ORGANISER, editOf(DRAFT, context.now)))
}

/** Three more weeks, each published. */
async function repeatWeekly({ services, at, now }: SeedContext, eventId: string) {
  const { events } = services
  await at(now - 4 * DAY, async () => {
    const { startsAt, timeZone } = await events.details(ORGANISER, eventId)
    const nextWeek = Temporal.Instant.from(startsAt).toZonedDateTimeISO(timeZone).add({ weeks: 1 })
    const copies = await events.duplicate(ORGANISER, eventId, {
      startsAt: isoInstant(nextWeek.epochMilliseconds),
      repeat: { every: 'weekly', count: 3 },
    })
    for (const id of copies) await events.publish(ORGANISER, id)
  })
}
