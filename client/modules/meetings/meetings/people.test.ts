import { beforeAll, expect, test, vi } from 'vitest'

import { outcomeSentence } from '#shared/meetings/messages.ts'
import { proposedMeeting } from '#client/testing/meetings.ts'

let people: typeof import('./people.ts')

// The words follow the browser's language, which is read once.
beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
  people = await import('./people.ts')
})

const meeting = proposedMeeting()

test('people are referred to by name, and those who left without a name', () => {
  expect(people.nameOf(meeting, 'ben')).toBe('Ben')
  expect(people.nameOf(meeting, 'dee')).toBe('someone who left')
  const departures = [
    { member: { id: 'dee', displayName: 'Dee' }, reason: '', at: '2030-12-01T00:00:00.000Z' },
  ]
  expect(people.nameOf({ ...meeting, departures }, 'dee')).toBe('Dee')
})

test('a text begins with the person who did something, or with who left', () => {
  expect(people.doneBy(meeting, 'ada', 'ada')).toEqual({ by: 'you', name: 'Ada' })
  expect(people.doneBy(meeting, undefined, 'ada')).toEqual({ by: 'other', name: 'Someone who left' })
})

test.each([
  ['ada', 'You helped someone who left'],
  ['dee', 'Ada helped you'],
  ['ben', 'Ada helped someone who left'],
])('a text about two people speaks to %s: %s', (viewer, text) => {
  const pair = people.doneFor(meeting, { from: 'ada', to: 'dee' }, viewer)
  expect(outcomeSentence(pair)).toBe(text)
})

test.each([
  [['Ben'], 'Ben'],
  [['Ben', 'Chi', 'Dee'], 'Ben, Chi and Dee'],
  [['Ben', 'Chi', 'Dee', 'Eli', 'Fay'], 'Ben, Chi and 3 others'],
])('a list of names is cut after a few people', (names, text) => {
  expect(people.listBriefly(names)).toBe(text)
})
