import { expect, test } from 'vitest'

import type { EventDetails } from '#shared/events/schema.ts'
import { partOf } from '#server/tools/part-of.ts'

import { lockedFields } from './read-event.ts'

const START = Date.parse('2026-12-03T18:00:00Z')
const END = Date.parse('2026-12-03T20:00:00Z')

test.each([
  ['published', START - 1, 'none'],
  ['published', START, 'start'],
  ['published', END - 1, 'start'],
  ['published', END, 'most'],
  ['completed', START, 'most'],
  ['draft', END + 1, 'none'],
  ['cancelled', START - 1, 'all'],
] as const)('the locked fields of a %s event at %i are: %s', (status, now, locked) => {
  const event = partOf<EventDetails>({
    status,
    startsAt: new Date(START).toISOString(),
    endsAt: new Date(END).toISOString(),
  })
  expect(lockedFields(event, now)).toBe(locked)
})
