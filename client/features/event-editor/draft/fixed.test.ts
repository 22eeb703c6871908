import { expect, test } from 'vitest'

import type { EventDetails } from '#shared/events.ts'

import { fixedOf } from './fixed.ts'

const START = Date.parse('2026-12-03T18:00:00Z')
const END = Date.parse('2026-12-03T20:00:00Z')

test.each([
  ['published', START - 1, 'nothing'],
  ['published', START, 'start'],
  ['published', END - 1, 'start'],
  ['published', END, 'most'],
  ['completed', START, 'most'],
  ['draft', END + 1, 'nothing'],
  ['cancelled', START - 1, 'all'],
] as const)('of an event that is %s, at %i, %s is fixed', (status, now, fixed) => {
  const event = {
    status,
    startsAt: new Date(START).toISOString(),
    endsAt: new Date(END).toISOString(),
  } as EventDetails
  expect(fixedOf(event, now)).toBe(fixed)
})
