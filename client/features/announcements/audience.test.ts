import { expect, test } from 'vitest'

import type { EventStatus } from '#shared/event-rules.ts'

import { audienceLabel } from './audience.ts'

const NOBODY = { going: 0, waitlisted: 0, offered: 0, maybe: 0 }

test.for<[EventStatus, Partial<typeof NOBODY> | undefined, string]>([
  [
    'published',
    { going: 8, waitlisted: 2, offered: 1, maybe: 1 },
    '12 members read it: 8 going, 3 waiting for a seat and 1 undecided. So does whoever joins them later.',
  ],
  ['published', { going: 1 }, '1 member reads it: 1 going. So does whoever joins them later.'],
  ['cancelled', { going: 2 }, '2 members read it: 2 going.'],
  ['published', {}, 'Nobody takes part who would read it. Whoever joins later will.'],
  ['completed', {}, 'Nobody takes part who would read it.'],
  [
    'published',
    undefined,
    'Everyone who is going, waiting for a seat or undecided reads it. So does whoever joins them later.',
  ],
])('%s with %j', ([status, counts, words]) => {
  expect(audienceLabel({ status }, counts && { ...NOBODY, ...counts })).toBe(words)
})
