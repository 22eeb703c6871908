import { beforeAll, expect, test, vi } from 'vitest'

import { proposedMeeting } from '#client/testing/meetings.ts'

let people: typeof import('./people.ts')

// The words follow the browser's language, which is read once.
beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
  people = await import('./people.ts')
})

const meeting = proposedMeeting()
const named = (...names: string[]) => names.map((displayName) => ({ displayName }))

test('people are referred to by name, the viewer as you, and those who left without a name', () => {
  expect(people.referTo(meeting, 'ben', 'ada')).toBe('Ben')
  expect(people.referTo(meeting, 'ada', 'ada')).toBe('you')
  expect(people.referTo(meeting, 'dee', 'ada')).toBe('someone who left')
  expect(people.capitalise(people.referTo(meeting, 'dee', 'ada'))).toBe('Someone who left')
  const departures = [
    { member: { id: 'dee', displayName: 'Dee' }, reason: '', at: '2030-12-01T00:00:00.000Z' },
  ]
  expect(people.referTo({ ...meeting, departures }, 'dee', 'ada')).toBe('Dee')
})

test.each([
  [named(), 'Growth meeting'],
  [named('Ben'), 'Meeting with Ben'],
  [named('Ben', 'Chi', 'Dee'), 'Meeting with Ben, Chi and Dee'],
  [named('Ben', 'Chi', 'Dee', 'Eli', 'Fay'), 'Meeting with Ben, Chi and 3 others'],
])('the heading names a few people', (others, title) => {
  expect(people.meetingTitle(others)).toBe(title)
})
