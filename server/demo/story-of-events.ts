import { isoInstant } from '#server/lib/clock.ts'

import { NEIGHBOURS } from './community/neighbours.ts'
import { editOf, eventCommands, MEMBER, ORGANISER } from './event-commands.ts'
import { BREAKFASTS, CANCELLED, DRAFT, FULL, LONG_AGO, OTHERS, PAST } from './programme.ts'
import type { Stage } from './stage.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

const PEOPLE = NEIGHBOURS.map(({ uid }) => uid)

/** Events past and to come, full, with a waitlist, cancelled, in several zones, in a series, and a draft. */
export async function seedEvents(stage: Stage) {
  const lately = stage.now - 5 * DAY
  await seedPast(stage)
  await seedBreakfasts(stage, lately)
  await seedFull(stage, lately)
  await seedCancelled(stage, lately)
  await seedOthers(stage, lately)
}

async function seedPast(stage: Stage) {
  const { publish, answer, act } = eventCommands(stage)
  for (const planned of [LONG_AGO, PAST]) {
    const before = stage.now + (planned.inDays - 20) * DAY
    const id = await publish(planned, before)
    await answer(id, [MEMBER, ...PEOPLE.slice(0, 14)], before + DAY)
    const start = Date.parse(editOf(planned, stage.now).startsAt)
    await act(start + HOUR, ({ checkIn }) =>
      checkIn.checkIn(
        ORGANISER,
        id,
        [MEMBER, ...PEOPLE.slice(0, 12)].map((memberId) => ({ memberId, at: isoInstant(start) })),
      ),
    )
    await act(start + 3 * HOUR, ({ events }) => events.complete(ORGANISER, id))
  }
}

async function seedBreakfasts(stage: Stage, lately: number) {
  const { publish, answer, act } = eventCommands(stage)
  const id = await publish(BREAKFASTS, lately)
  await answer(id, [MEMBER, ...PEOPLE.slice(3, 22)], lately + HOUR)
  await answer(id, PEOPLE.slice(22, 26), lately + 2 * HOUR, 'maybe')
  const said = 'The bell at the door is broken. Knock, or call the number on the sign.'
  await act(lately + DAY, ({ announcements }) => announcements.send(ORGANISER, id, said))
  await repeatWeekly(stage, id)
}

async function seedFull(stage: Stage, lately: number) {
  const { publish, answer } = eventCommands(stage)
  const id = await publish(FULL, lately)
  await answer(id, PEOPLE.slice(12, 16), lately + HOUR)
  await answer(id, [...PEOPLE.slice(30, 31), MEMBER, ...PEOPLE.slice(31, 32)], lately + 3 * HOUR)
}

async function seedCancelled(stage: Stage, lately: number) {
  const { publish, answer, act } = eventCommands(stage)
  const id = await publish(CANCELLED, lately)
  await answer(id, [MEMBER, ...PEOPLE.slice(5, 9)], lately + HOUR)
  const reason = 'The river is too high this week. We will find another morning.'
  await act(stage.now - DAY, ({ events }) => events.cancel(ORGANISER, id, reason))
}

async function seedOthers(stage: Stage, lately: number) {
  const { publish, answer, act } = eventCommands(stage)
  for (const [index, planned] of OTHERS.entries()) {
    const id = await publish(planned, lately)
    await answer(id, PEOPLE.slice(index * 9, index * 9 + 11), lately + HOUR)
  }
  await act(lately, ({ events }) => events.create(ORGANISER, editOf(DRAFT, stage.now)))
}

/** Three more weeks of it, published as they are made. */
async function repeatWeekly({ services, at, now }: Stage, eventId: string) {
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
