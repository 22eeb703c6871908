import { expect, test } from 'vitest'

import { batchesOf } from './batches.ts'

test('batches have as many items as fit, in their order', () => {
  expect(batchesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(batchesOf([1, 2], 2)).toEqual([[1, 2]])
  expect(batchesOf([], 2)).toEqual([])
})
