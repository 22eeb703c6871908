import { expect, test } from 'vitest'

import { createConcurrencyLimit } from './concurrency-limit.ts'

test('work above the limit waits in order, also after a failure', async () => {
  const limit = createConcurrencyLimit(2)
  const started: number[] = []
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<number>())
  const done = gates.map((gate, at) =>
    limit(() => {
      started.push(at)
      return gate.promise
    }),
  )
  expect(started).toEqual([0, 1])
  gates[1]!.reject(new Error('refused'))
  await expect(done[1]).rejects.toThrow('refused')
  await expect.poll(() => started).toEqual([0, 1, 2])
  for (const [at, gate] of gates.entries()) gate.resolve(at)
  expect(await Promise.all(done.filter((_, at) => at !== 1))).toEqual([0, 2, 3, 4])
  expect(started).toEqual([0, 1, 2, 3, 4])
})
