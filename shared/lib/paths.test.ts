import { expect, test } from 'vitest'

import { eventIdAt, paths } from './paths.ts'

test.each([
  [paths.event('e-1'), 'e-1'],
  ['/Event/e-1/?from=email#rsvp', 'e-1'],
  ['/event/e-1/roster', undefined],
  ['/event/', undefined],
  ['/events', undefined],
  [paths.event('x'.repeat(129)), undefined],
])('the screen at %s is that of event %s', (path, id) => {
  expect(eventIdAt(path)).toBe(id)
})
