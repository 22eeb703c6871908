import { expect, test } from 'vitest'

import type { EventDocument } from '#server/modules/events/events/collection.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { DAY, HOUR } from '#shared/lib/durations.ts'

import { type DeskFacts, nextStepOf } from './next-step.ts'

const START = Date.parse('2026-12-03T18:00:00Z')
const END = START + 2 * HOUR

const stepAt = (now: number, facts: Partial<DeskFacts> = {}, more: Partial<EventDocument> = {}) =>
  nextStepOf(
    {
      status: 'published',
      startsAt: isoInstant(START),
      endsAt: isoInstant(END),
      format: 'inPerson',
      ...more,
    },
    { requested: 0, undecided: 0, going: 0, lastSentAt: null, hasRecap: 0, ...facts },
    now,
  )

test('the next step of a draft is to publish it, and a hidden or cancelled event has none', () => {
  expect(stepAt(START - DAY, {}, { status: 'draft' })).toEqual({ kind: 'publish' })
  expect(stepAt(START - DAY, { requested: 3 }, { status: 'cancelled' })).toBeUndefined()
  expect(stepAt(START, { going: 3 }, { hidden: { event: { at: '', reason: '' } } })).toBeUndefined()
})

test('the next step is to answer requests while there are any, until the event ends', () => {
  const facts = { requested: 2, undecided: 5, going: 9 }
  expect(stepAt(START - DAY, facts)).toEqual({ kind: 'answerRequests', people: 2 })
  expect(stepAt(START, facts)).toEqual({ kind: 'answerRequests', people: 2 })
  expect(stepAt(END, facts)).toEqual({ kind: 'complete' })
})

test('members who answered maybe are reminded once, in the last three days', () => {
  const facts = { undecided: 4, going: 9 }
  expect(stepAt(START - 4 * DAY, facts)).toBeUndefined()
  expect(stepAt(START - 3 * DAY, facts)).toEqual({ kind: 'remind', people: 4 })
  expect(stepAt(START - DAY, { ...facts, lastSentAt: isoInstant(START - 2 * DAY) })).toBeUndefined()
  expect(stepAt(START - DAY, { ...facts, lastSentAt: isoInstant(START - 9 * DAY) })).toMatchObject({
    kind: 'remind',
  })
})

test('check-in comes twelve hours before the start, but not online', () => {
  expect(stepAt(START - 12 * HOUR - 1, { going: 9 })).toBeUndefined()
  expect(stepAt(START - 12 * HOUR, { going: 9, undecided: 2 })).toEqual({ kind: 'checkIn', people: 9 })
  expect(stepAt(START, { going: 9 }, { format: 'online' })).toBeUndefined()
})

test('the next step within two weeks after the event is to thank attendees', () => {
  const completed = { status: 'completed' } as const
  expect(stepAt(END + DAY, { going: 9 }, completed)).toEqual({ kind: 'thank', people: 9 })
  expect(stepAt(END + DAY, { going: 0 }, completed)).toBeUndefined()
  expect(stepAt(END + 14 * DAY, { going: 9 }, completed)).toBeUndefined()
})

test('a recap follows the thanks, until there is one', () => {
  const completed = { status: 'completed' } as const
  const thanked = { going: 9, lastSentAt: isoInstant(END + HOUR) }
  expect(stepAt(END + DAY, thanked, completed)).toEqual({ kind: 'recap' })
  expect(stepAt(END + DAY, { ...thanked, hasRecap: 1 }, completed)).toBeUndefined()
  expect(stepAt(END + 14 * DAY, thanked, completed)).toBeUndefined()
})
