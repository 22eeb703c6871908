import { describe, expect, test } from 'vitest'

import {
  draftErrors,
  editErrors,
  hasRoom,
  instantsOf,
  newMeetingDraft,
  proposalOf,
  readPrefill,
  readSlots,
  normaliseEdit,
  withoutEmptySlots,
  withoutSlot,
  withSlot,
} from './meeting-draft.ts'

const NOW = Date.parse('2030-01-01T12:00:00Z')
const ben = { id: 'ben', displayName: 'Ben' }
const clock = (date: string, time: string) => ({ date, time })
const morning = clock('2030-01-08', '09:00')
const EMPTY = clock('', '')
const draft = {
  ...newMeetingDraft('Europe/Lisbon', [ben]),
  purpose: 'Hiring',
  slots: [morning],
}

describe('readSlots', () => {
  const errorsOf = (...slots: (typeof morning)[]) => {
    const read = readSlots({ slots, timeZone: 'Europe/Lisbon' }, NOW)
    return 'errors' in read ? read.errors : {}
  }

  test('readSlots reads local times of the zone', () => {
    expect(readSlots({ slots: [morning], timeZone: 'Asia/Kolkata' }, NOW)).toEqual({
      instants: ['2030-01-08T03:30:00.000Z'],
    })
  })

  test.each([
    ['nothing', EMPTY, 'Enter a date and a time.'],
    ['a date alone', clock('2030-01-08', ''), 'Enter a date and a time.'],
    ['now', clock('2030-01-01', '12:00'), 'Choose a time in the future.'],
    ['more than a year ahead', clock('2031-01-02', '09:00'), 'Choose a time within the next 365 days.'],
    [
      'a time that clocks skip',
      clock('2030-03-31', '01:30'),
      'The clocks change then. Choose which time you mean.',
    ],
  ])('readSlots refuses %s', (_, slot, error) => {
    expect(errorsOf(slot)).toEqual({ 'slots.0': error })
  })

  test('readSlots refuses the same time twice, at the second', () => {
    expect(errorsOf(morning, morning)).toEqual({ 'slots.1': 'You’ve already added this time.' })
  })

  test('readSlots accepts a time that clocks skip once one of the two is chosen', () => {
    const slot = { ...clock('2030-03-31', '01:30'), choice: 'later' as const }
    expect(errorsOf(slot)).toEqual({})
  })
})

test('rows without a date and a time are dropped, except one to fill in', () => {
  expect(withoutEmptySlots({ ...draft, slots: [EMPTY, morning, EMPTY] }).slots).toEqual([morning])
  expect(withoutEmptySlots({ ...draft, slots: [EMPTY, EMPTY] }).slots).toEqual([EMPTY])
})

test('a chosen best time fills the first empty row, and removing it empties the row again', () => {
  const instant = '2030-01-09T10:00:00.000Z'
  const slots = withSlot({ slots: [morning, EMPTY], timeZone: 'Asia/Kolkata' }, instant)
  expect(slots).toEqual([morning, clock('2030-01-09', '15:30')])
  expect(instantsOf({ slots, timeZone: 'Asia/Kolkata' })).toContain(instant)
  expect(withoutSlot({ slots, timeZone: 'Asia/Kolkata' }, instant)).toEqual([morning])
  expect(withoutSlot({ slots: slots.slice(1), timeZone: 'Asia/Kolkata' }, instant)).toEqual([EMPTY])
})

test('a proposal has room for six times', () => {
  expect(hasRoom({ slots: Array.from({ length: 5 }, () => morning) })).toBe(true)
  expect(hasRoom({ slots: Array.from({ length: 6 }, () => morning) })).toBe(false)
  expect(hasRoom({ slots: [...Array.from({ length: 5 }, () => morning), EMPTY] })).toBe(true)
})

describe('errors', () => {
  test('the errors name every missing field', () => {
    const errors = Object.entries(draftErrors(newMeetingDraft('Europe/Lisbon', []), NOW))
    expect(errors.filter(([, error]) => error).map(([field]) => field)).toEqual([
      'purpose',
      'participants',
      'slots.0',
    ])
    expect(draftErrors(draft, NOW)).toEqual({})
  })

  test('each error is named after its value, so that a change of the value removes it', () => {
    const empty = newMeetingDraft('Europe/Lisbon', [])
    const fields = Object.keys(draftErrors(empty, NOW)).map((path) => path.split('.')[0])
    expect(Object.keys(empty)).toEqual(expect.arrayContaining(fields))
  })

  test.each([
    ['', true],
    [' https://meet.example/a ', true],
    ['http://meet.example/a', false],
    ['https://', false],
    ['https://a b', false],
    ['javascript:alert(1)', false],
  ])('the join link %j is checked: %s', (joinUrl, isValid) => {
    expect(editErrors({ ...draft, joinUrl }).joinUrl === undefined).toBe(isValid)
  })
})

test('a proposal has member ids, instants and texts without surrounding spaces', () => {
  const typed = normaliseEdit({
    ...draft,
    purpose: ' Hiring ',
    agenda: [' First ', ' '],
    durationMinutes: '30',
  })
  expect(proposalOf(typed, { kind: 'event', id: 'e1' })).toEqual({
    purpose: 'Hiring',
    kind: 'introduction',
    participants: ['ben'],
    durationMinutes: 30,
    slots: ['2030-01-08T09:00:00.000Z'],
    place: '',
    joinUrl: '',
    agenda: ['First'],
    source: { kind: 'event', id: 'e1' },
  })
})

describe('readPrefill', () => {
  const read = (query: string) => readPrefill(new URLSearchParams(query))

  test('readPrefill returns people, each once and at most eight, and the origin of the meeting', () => {
    expect(read('new&with=a,b,,a&event=e1')).toEqual({
      people: ['a', 'b'],
      source: { kind: 'event', id: 'e1' },
    })
    expect(read('new&with=1,2,3,4,5,6,7,8,9').people).toHaveLength(8)
    expect(read('new')).toEqual({ people: [], source: undefined })
  })
})
