import { expect, test } from 'vitest'

import { shownOfGroups } from './folded.ts'

test.for([
  { sizes: [2, 1, 2], limit: 5, shown: [2, 1, 2] },
  { sizes: [8, 3, 1], limit: 5, shown: [2, 2, 1] },
  { sizes: [0, 12, 0], limit: 5, shown: [0, 5, 0] },
  { sizes: [9, 9, 9, 9, 9, 9], limit: 5, shown: [1, 1, 1, 1, 1, 0] },
])(
  'groups of the sizes $sizes show $shown entries if at most $limit are shown',
  ({ sizes, limit, shown }) => {
    expect(shownOfGroups(sizes, limit)).toEqual(shown)
  },
)

test('a single entry is not hidden behind a button', () => {
  expect(shownOfGroups([4, 2], 5)).toEqual([4, 2])
})
