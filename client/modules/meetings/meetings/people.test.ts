import { beforeAll, expect, test, vi } from 'vitest'

import { cancelledBy, outcomeSentence } from '#shared/meetings/messages.ts'
import { proposedMeeting } from '#client/testing/meetings.ts'

let people: typeof import('./people.ts')

// The words follow the browser's language, which is read once.
beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
  people = await import('./people.ts')
})

const meeting = proposedMeeting()

const departures = [{ member: { id: 'dee', displayName: 'Dee' }, reason: '', at: '2030-12-01T00:00:00.000Z' }]

test.each([
  ['the viewer', 'ada', meeting, 'You cancelled it.'],
  ['a participant', 'ben', meeting, 'Ben cancelled it.'],
  ['a person who left', 'dee', { ...meeting, departures }, 'Dee cancelled it.'],
  ['a person without a name', 'dee', meeting, 'Someone who left cancelled it.'],
])('a text names %s', (_, memberId, seen, text) => {
  expect(cancelledBy(people.doneBy(seen, memberId, 'ada'))).toBe(text)
})

test.each([
  ['ada', 'You helped someone who left'],
  ['dee', 'Ada helped you'],
  ['ben', 'Ada helped someone who left'],
])('a sentence about two people is worded for %s: %s', (viewer, text) => {
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
