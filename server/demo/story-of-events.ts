import { isoInstant } from '#server/lib/clock.ts'

import { NEIGHBOURS } from './community/neighbours.ts'
import { editOf, eventActs, MEMBER, ORGANISER } from './event-acts.ts'
import { BREAKFASTS, CANCELLED, DRAFT, FULL, LONG_AGO, OTHERS, PAST } from './programme.ts'
import type { Stage } from './stage.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

/** Events past and to come, full, with a waitlist, cancelled, in several zones, in a series, and a draft. */
export async function tellOfEvents(stage: Stage) {
  const { publish, answer, act } = eventActs(stage)
  const people = NEIGHBOURS.map(({ uid }) => uid)
  const lately = stage.now - 5 * DAY

  for (const planned of [LONG_AGO, PAST]) {
    const before = stage.now + (planned.inDays - 20) * DAY
    const id = await publish(planned, before)
    await answer(id, [MEMBER, ...people.slice(0, 14)], before + DAY)
    const start = Date.parse(editOf(planned, stage.now).startsAt)
    await act(start + HOUR, ({ organising }) =>
      organising.checkIn.checkIn(
        ORGANISER,
        id,
        [MEMBER, ...people.slice(0, 12)].map((memberId) => ({ memberId, at: isoInstant(start) })),
      ),
    )
    await act(start + 3 * HOUR, ({ events }) => events.complete(ORGANISER, id))
  }

  const breakfast = await publish(BREAKFASTS, lately)
  await answer(breakfast, [MEMBER, ...people.slice(3, 22)], lately + HOUR)
  await answer(breakfast, people.slice(22, 26), lately + 2 * HOUR, 'maybe')
  await act(lately + DAY, ({ organising }) =>
    organising.announcements.announce(
      ORGANISER,
      breakfast,
      'The bell at the door is broken. Knock, or call the number on the sign.',
    ),
  )
  await repeatWeekly(stage, breakfast)

  const full = await publish(FULL, lately)
  await answer(full, people.slice(12, 16), lately + HOUR)
  await answer(full, [people[30] ?? '', MEMBER, people[31] ?? ''], lately + 3 * HOUR)

  const cancelled = await publish(CANCELLED, lately)
  await answer(cancelled, [MEMBER, ...people.slice(5, 9)], lately + HOUR)
  await act(stage.now - DAY, ({ events }) =>
    events.cancel(ORGANISER, cancelled, 'The river is too high this week. We will find another morning.'),
  )

  for (const [index, planned] of OTHERS.entries()) {
    const id = await publish(planned, lately)
    await answer(id, people.slice(index * 9, index * 9 + 11), lately + HOUR)
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
