import { expect, test } from 'vitest'

import { createConcurrencyLimit, createKeyedConcurrencyLimit } from './concurrency-limit.ts'

test('work above the limit waits in order, even after a failure', async () => {
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

test('work waits for work with the same key only', async () => {
  const limit = createKeyedConcurrencyLimit(1)
  const started: string[] = []
  const gate = Promise.withResolvers<void>()
  const run = (name: string) =>
    limit(name.charAt(0), () => {
      started.push(name)
      return gate.promise
    })
  const done = ['a1', 'a2', 'b1'].map(run)
  expect(started).toEqual(['a1', 'b1'])
  gate.resolve()
  await Promise.all(done)
  expect(started).toEqual(['a1', 'b1', 'a2'])
  await run('a3')
  expect(started.at(-1)).toBe('a3')
})
