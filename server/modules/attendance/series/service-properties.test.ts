import { array, assert, asyncProperty, constant, constantFrom, integer, oneof, record } from 'fast-check'
import { expect, test, vi } from 'vitest'

import { DAY, HOUR } from '#shared/lib/durations.ts'
import type { RsvpEdit } from '#shared/events/rsvps.ts'
import { Failure } from '#server/lib/failure.ts'
import { type EventFixture, openEventFixture, person } from '#server/testing/fixtures/event-fixture.ts'
import { type SeatState, violations } from '#server/testing/simulations/seat-invariants.ts'
import { seatStateOf } from '#server/testing/simulations/stored-seats.ts'
import { storedRuns } from '#server/testing/temporary-store.ts'
import { seriesDates } from '#server/modules/events/events/queries.ts'

import { seriesMembers } from './collection.ts'

// Hundreds of durable transactions, on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const organiser = person('organiser', 'organiser')
const who = constantFrom('ada', 'ben', 'cleo', 'dan', 'eve')
const guests = constantFrom(0, 0, 1)
/** Position among the dates of the series. */
const at = integer({ min: 0, max: 3 })

const step = oneof(
  { weight: 8, arbitrary: record({ kind: constant('join' as const), who, guests, at }) },
  { weight: 4, arbitrary: record({ kind: constant('leave' as const), who, at }) },
  {
    weight: 8,
    arbitrary: record({
      kind: constant('answer' as const),
      who,
      guests,
      at,
      state: constantFrom<RsvpEdit['state'][]>('going', 'going', 'maybe', 'declined'),
    }),
  },
  { weight: 2, arbitrary: record({ kind: constant('cancel' as const), at }) },
  { weight: 3, arbitrary: record({ kind: constant('extend' as const), at }) },
  { weight: 3, arbitrary: record({ kind: constant('pass' as const), time: constantFrom(HOUR, 3 * DAY) }) },
  { weight: 1, arbitrary: record({ kind: constant('expire' as const) }) },
)
type Step = typeof step extends { generate: (...args: never[]) => { value: infer S } } ? S : never
type Series = ReadonlyMap<string, SeatState>

const idsOf = async ({ store }: EventFixture) =>
  seriesDates(await store.views(), 'breakfasts').map(({ id }) => id)

async function stateOf(fixture: EventFixture): Promise<Series> {
  const ids = await idsOf(fixture)
  return new Map(await Promise.all(ids.map(async (id) => [id, await seatStateOf(fixture, id)] as const)))
}

async function perform(fixture: EventFixture, taken: Step, before: Series) {
  const ids = [...before.keys()]
  const eventId = ids[('at' in taken ? taken.at : 0) % ids.length]!
  switch (taken.kind) {
    case 'join':
      return fixture.series.join(person(taken.who), eventId, { guests: taken.guests })
    case 'leave':
      return fixture.series.leave(person(taken.who), eventId)
    case 'answer':
      return fixture.rsvps.respond(person(taken.who), eventId, { state: taken.state, guests: taken.guests })
    case 'cancel':
      return fixture.lifecycle.cancel(organiser, eventId, 'The hall burnt down')
    case 'extend':
      await fixture.seriesEditor.extend(organiser, eventId, {
        startsAt: fixture.inHours(24 * 60 + ids.length),
      })
      await fixture.seriesEditor.publish(organiser, eventId)
      return fixture.series.followNewEvents()
    case 'pass':
      return fixture.advance(taken.time)
    default:
      return fixture.rsvps.expireOffers()
  }
}

const isAhead = ({ event, now }: SeatState) =>
  event.status === 'published' && Date.parse(event.startsAt) > now

/** Rules of joining, leaving and extending that the two states violate, by name. */
async function wrongSeries(fixture: EventFixture, taken: Step, [before, after]: [Series, Series]) {
  const ahead = [...after].filter(([, state]) => isAhead(state))
  if (taken.kind === 'join')
    return ahead.flatMap(([id, { all }]) =>
      all.get(taken.who)?.state === 'waitlisted' && before.get(id)?.all.get(taken.who)?.state !== 'waitlisted'
        ? ['joining led to a waitlist']
        : [],
    )
  if (taken.kind === 'leave')
    return ahead.flatMap(([, { all }]) =>
      (all.get(taken.who)?.state ?? 'declined') === 'declined' ? [] : ['someone who left has a place'],
    )
  if (taken.kind !== 'extend') return []
  const members = await fixture.store.find(seriesMembers, {
    where: { series: 'breakfasts', isActive: true },
    orderBy: 'joinedAt',
    limit: 100,
  })
  const joined = new Map(members.items.map((each) => [each.member, each]))
  return ahead
    .filter(([id]) => !before.has(id))
    .flatMap(
      ([
        ,
        {
          all,
          event: { capacity = Infinity, guestsMax },
          seats,
        },
      ]) => [
        ...[...all.keys()].flatMap((member) =>
          joined.has(member) ? [] : ['a stranger has a seat at a new date'],
        ),
        ...[...joined.values()].flatMap((each) =>
          all.get(each.member)?.state !== 'going' &&
          1 + Math.min(each.guests, guestsMax) <= capacity - seats.going
            ? ['someone who joined has no seat though one is free']
            : [],
        ),
      ],
    )
}

test('seats of a series stay consistent while members join and leave and dates are cancelled or added', async () => {
  await assert(
    asyncProperty(
      array(step, { minLength: 8, maxLength: 25, size: 'max' }),
      integer({ min: 1, max: 4 }),
      async (steps, capacity) => {
        const fixture = openEventFixture()
        try {
          for (const week of [1, 2, 3])
            await fixture.put({
              id: `week-${week}`,
              seriesId: 'breakfasts',
              createdBy: 'organiser',
              startsAt: fixture.inHours(week * 7 * 24),
              guestsMax: capacity > 1 ? 1 : 0,
              capacity: week === 2 ? undefined : capacity,
            })
          let before = await stateOf(fixture)
          for (const taken of steps) {
            const outcome = await perform(fixture, taken, before).catch((error: unknown) => error)
            if (outcome instanceof Error && !(outcome instanceof Failure)) throw outcome
            const after = await stateOf(fixture)
            const actor = 'who' in taken ? taken.who : undefined
            const errors = [...before].flatMap(([id, state]) => violations(state, after.get(id)!, actor))
            if (!(outcome instanceof Error))
              errors.push(...(await wrongSeries(fixture, taken, [before, after])))
            expect([taken, errors]).toEqual([taken, []])
            before = after
          }
        } finally {
          await fixture.close()
        }
      },
    ),
    { numRuns: storedRuns(8) },
  )
})
