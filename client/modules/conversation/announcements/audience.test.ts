import { expect, test } from 'vitest'

import type { EventStatus } from '#shared/events/rules.ts'

import { audienceLabel } from './audience.ts'

const NO_COUNTS = { going: 0, waitlisted: 0, offered: 0, maybe: 0 }

test.for<[EventStatus, Partial<typeof NO_COUNTS> | undefined, string]>([
  [
    'published',
    { going: 8, waitlisted: 2, offered: 1, maybe: 1 },
    '12 members will see this: 8 going, 3 on the waitlist and 1 maybe. Members who RSVP later will see it, too.',
  ],
  ['published', { going: 1 }, '1 member will see this: 1 going. Members who RSVP later will see it, too.'],
  ['cancelled', { going: 2 }, '2 members will see this: 2 going.'],
  ['published', {}, 'No one has RSVP’d yet. Members who RSVP later will see this.'],
  ['completed', {}, 'No one has RSVP’d.'],
  [
    'published',
    undefined,
    'Members who are going, on the waitlist or maybe will see this. Members who RSVP later will see it, too.',
  ],
])('the audience of a %s event with the counts %j is described', ([status, counts, label]) => {
  expect(audienceLabel({ status }, counts && { ...NO_COUNTS, ...counts })).toBe(label)
})
