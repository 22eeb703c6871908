import { readFile } from 'node:fs/promises'

import type { EventEdit } from '#shared/events.ts'
import { isoInstant } from '#server/lib/clock.ts'

import { coverFile } from './community/covers.ts'
import { NEIGHBOURS } from './community/neighbours.ts'
import { BREAKFASTS, CANCELLED, DRAFT, FULL, LONG_AGO, OTHERS, PAST, type Planned } from './programme.ts'
import { actorOf, type Stage } from './stage.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

const MEMBER = 'demo-member'
const ORGANISER = actorOf('demo-organiser', 'organiser')

/** Events past and to come, full, with a waitlist, cancelled, in several zones, in a series, and a draft. */
export async function tellOfEvents(stage: Stage) {
  const { publish, answer, act } = acts(stage)
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

function acts(stage: Stage) {
  const act = <R>(time: number, work: (services: Stage['services']) => Promise<R>) =>
    stage.at(time, () => work(stage.services))
  return {
    act,
    publish: (planned: Planned, time: number) =>
      act(time, async ({ events, images }) => {
        const { cover } = planned
        const picture = cover && (await images.upload(ORGANISER, 'cover', await readFile(coverFile(cover))))
        const edit = editOf(planned, stage.now)
        const { id } = await events.create(ORGANISER, { ...edit, cover: picture?.id ?? '' })
        await events.publish(ORGANISER, id)
        return id
      }),
    async answer(
      eventId: string,
      memberIds: readonly string[],
      from: number,
      state: 'going' | 'maybe' = 'going',
    ) {
      for (const [nth, memberId] of memberIds.entries()) {
        await act(from + nth * 60_000, ({ rsvps }) =>
          rsvps.answer(actorOf(memberId), eventId, { state, guests: 0 }),
        )
      }
    },
  }
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

function editOf({ inDays, from, length, ...said }: Planned, now: number): EventEdit {
  const day = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(said.timeZone)
    .toPlainDate()
    .add({ days: inDays })
  const start = day.toZonedDateTime({ timeZone: said.timeZone, ...(from && { plainTime: from }) })
  const end = from ? start.add({ minutes: length }) : start.add({ days: length })
  return {
    summary: '',
    description: '',
    visibility: 'members',
    guestsMax: 0,
    hosts: [ORGANISER.id],
    tags: [],
    ...said,
    startsAt: isoInstant(start.epochMilliseconds),
    endsAt: isoInstant(end.epochMilliseconds),
    allDay: !from,
    cover: '',
  }
}
