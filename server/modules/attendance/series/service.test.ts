import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Question } from '#shared/events/questions.ts'
import { DAY, WEEK } from '#shared/lib/durations.ts'
import type { EventDocument } from '#server/modules/events/events/collection.ts'
import { type EventFixture, openEventFixture, person } from '#server/testing/fixtures/event-fixture.ts'

const organiser = person('organiser', 'organiser')

const DIET: Question = {
  id: '0b8e8f6a-5c06-4d3a-9a57-0d6d3f4b1a01',
  kind: 'shortText',
  label: 'What do you eat?',
  required: true,
}
const vegan = { question: DIET.id, values: ['Vegan'] }

let fixture: EventFixture
beforeEach(() => {
  fixture = openEventFixture()
})
afterEach(() => fixture.close())

/** Weekly events `week-1`, `week-2` … of one series. */
async function weekly(...each: Partial<EventDocument>[]) {
  for (const [at, more] of each.entries())
    await fixture.put({
      id: `week-${at + 1}`,
      seriesId: 'breakfasts',
      title: 'Breakfast',
      startsAt: fixture.inHours((at + 1) * 7 * 24),
      ...more,
    })
}

const join = (name: string, more: { guests?: number; answers?: (typeof vegan)[] } = {}, eventId = 'week-1') =>
  fixture.series.join(person(name), eventId, { guests: 0, ...more })
const resultsOf = ({ items }: Awaited<ReturnType<typeof join>>) => items.map(({ result }) => result)
const stateIn = async (name: string, eventId: string) =>
  (await fixture.rsvps.reader.participation(name, [{ id: eventId }]))[0]?.mine?.state
const respond = (name: string, eventId: string, state: 'going' | 'declined' = 'going') =>
  fixture.rsvps.respond(person(name), eventId, { state, guests: 0 })

describe('an RSVP to all upcoming events of a series', () => {
  test('a member gets a seat at each, but not on the waitlist of a full one', async () => {
    await weekly({}, { capacity: 1 }, { status: 'cancelled' }, {})
    await respond('ben', 'week-2')
    expect(resultsOf(await join('ada'))).toEqual(['answered', 'full', 'cancelled', 'answered'])
    expect(await stateIn('ada', 'week-1')).toBe('going')
    expect(await stateIn('ada', 'week-2')).toBeUndefined()
    expect(await stateIn('ada', 'week-4')).toBe('going')
    expect(fixture.domainEvents.slice(1)).toMatchObject([
      { topic: 'rsvpConfirmed', recipients: ['ada'], data: { subjects: 'week-1 week-4' } },
    ])
  })

  test('an answer that the member gave before is kept', async () => {
    await weekly({}, {}, { capacity: 1 })
    await respond('ada', 'week-2', 'declined')
    await respond('ben', 'week-3')
    await respond('ada', 'week-3')
    expect((await join('ada')).items).toMatchObject([
      { result: 'answered', state: 'going' },
      { result: 'kept', state: 'declined' },
      { result: 'kept', state: 'waitlisted' },
    ])
  })

  test('an RSVP to the series reports events whose RSVPs are closed, and omits past ones', async () => {
    await weekly({}, { rsvpDeadline: fixture.inHours(1) }, {})
    fixture.advance(8 * DAY)
    expect((await join('ada', {}, 'week-2')).items.map(({ event, result }) => [event.id, result])).toEqual([
      ['week-2', 'closed'],
      ['week-3', 'answered'],
    ])
  })

  test('answers are given once, and only to the same questions', async () => {
    await weekly(
      { questions: [DIET] },
      { questions: [DIET] },
      { questions: [{ ...DIET, label: 'What do you drink?' }] },
      {},
    )
    expect(resultsOf(await join('ada', { answers: [vegan] }))).toEqual([
      'answered',
      'answered',
      'otherQuestions',
      'answered',
    ])
    expect(await fixture.questions.answersOf('week-2', 'ada')).toMatchObject([vegan])
  })

  test('a missing answer changes nothing', async () => {
    await weekly({ questions: [DIET] }, {})
    await expect(join('ada')).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await stateIn('ada', 'week-2')).toBeUndefined()
    expect((await fixture.series.details(person('ada'), 'week-1')).isJoined).toBe(false)
  })

  test('an event that allows fewer guests is left out', async () => {
    await weekly({ guestsMax: 2 }, { guestsMax: 1 })
    expect(resultsOf(await join('ada', { guests: 2 }))).toEqual(['answered', 'tooManyGuests'])
  })

  test('a repeated RSVP changes nothing', async () => {
    await weekly({}, {})
    await join('ada')
    const before = await fixture.rsvps.reader.rsvpsOf('ada')
    expect(resultsOf(await join('ada'))).toEqual(['kept', 'kept'])
    expect(await fixture.rsvps.reader.rsvpsOf('ada')).toEqual(before)
  })

  test('an event without a series is refused', async () => {
    await fixture.put({ id: 'alone' })
    await expect(join('ada', {}, 'alone')).rejects.toMatchObject({ code: 'no_series' })
    await expect(join('ada', {}, 'missing')).rejects.toMatchObject({ code: 'event_not_found' })
  })
})

describe('leaving a series', () => {
  test('leaving a series gives future seats to the waitlist, and keeps past RSVPs', async () => {
    await weekly({}, { capacity: 1 }, {})
    await join('ada')
    await respond('ben', 'week-2')
    fixture.advance(WEEK + DAY)
    expect(await fixture.series.leave(person('ada'), 'week-2')).toEqual({ left: 2 })
    expect(await stateIn('ada', 'week-1')).toBe('going')
    expect(await stateIn('ada', 'week-2')).toBe('declined')
    expect(await stateIn('ben', 'week-2')).toBe('going')
    expect(await fixture.series.leave(person('ada'), 'week-2')).toEqual({ left: 0 })
  })

  test('someone who returns gets seats again where they had some, but not where they had declined', async () => {
    await weekly({}, {}, {})
    await respond('ada', 'week-3', 'declined')
    await join('ada')
    await fixture.series.leave(person('ada'), 'week-1')
    expect(resultsOf(await join('ada'))).toEqual(['answered', 'answered', 'kept'])
  })
})

describe('a new event of a series', () => {
  const publish = async (id: string, more: Partial<EventDocument> = {}) => {
    await fixture.put({
      id,
      seriesId: 'breakfasts',
      startsAt: fixture.inHours(99 * 24),
      status: 'draft',
      ...more,
    })
    await fixture.lifecycle.publish(organiser, id)
    await fixture.series.followNewEvents()
  }

  test('members who joined get its seats in the order of joining, and one message', async () => {
    await weekly({}, {})
    for (const name of ['cleo', 'ada', 'ben']) {
      await join(name)
      fixture.advance(1)
    }
    await publish('new', { capacity: 2, title: 'Breakfast' })
    expect(await stateIn('cleo', 'new')).toBe('going')
    expect(await stateIn('ada', 'new')).toBe('going')
    expect(await stateIn('ben', 'new')).toBeUndefined()
    expect(fixture.domainEvents.slice(-2)).toMatchObject([
      { topic: 'addedToEvent', recipients: ['cleo', 'ada'] },
      { topic: 'newEvent', recipients: ['ben'] },
    ])
    await fixture.series.followNewEvents()
    expect(fixture.domainEvents.filter(({ topic }) => topic === 'addedToEvent')).toHaveLength(1)
  })

  test('several events that are published together lead to one message', async () => {
    await weekly({})
    await join('ada')
    for (const id of ['new-1', 'new-2']) {
      await fixture.put({ id, seriesId: 'breakfasts', startsAt: fixture.inHours(99 * 24), status: 'draft' })
      await fixture.lifecycle.publish(organiser, id)
    }
    await fixture.series.followNewEvents()
    expect(await stateIn('ada', 'new-2')).toBe('going')
    expect(fixture.domainEvents.filter(({ topic }) => topic === 'addedToEvent')).toHaveLength(1)
  })

  test('suspended members and those who left get no seat', async () => {
    await weekly({})
    await join('ada')
    await join('ben')
    await join('cleo')
    await fixture.series.leave(person('ada'), 'week-1')
    await fixture.suspend('ben')
    await publish('new')
    expect(await stateIn('ada', 'new')).toBeUndefined()
    expect(await stateIn('ben', 'new')).toBeUndefined()
    expect(await stateIn('cleo', 'new')).toBe('going')
  })

  test('answers to unchanged questions are carried over to a new event', async () => {
    await weekly({ questions: [DIET] })
    await join('ada', { answers: [vegan] })
    await publish('new', { questions: [DIET] })
    expect(await fixture.questions.answersOf('new', 'ada')).toMatchObject([vegan])
    await publish('newer', { questions: [{ ...DIET, label: 'What do you drink?' }] })
    expect(await stateIn('ada', 'newer')).toBeUndefined()
  })

  test('members who joined get seats at a hidden event once it is shown again', async () => {
    await weekly({})
    await join('ada')
    await publish('new', { hidden: { event: { reason: 'Rude', at: fixture.inHours(0) } } })
    expect(await stateIn('ada', 'new')).toBeUndefined()
    await fixture.setHidden('new', false)
    await fixture.series.followNewEvents()
    expect(await stateIn('ada', 'new')).toBe('going')
  })
})
