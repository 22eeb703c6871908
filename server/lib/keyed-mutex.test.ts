import { setTimeout as pause } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { createKeyedMutex } from './keyed-mutex.ts'

test('work on one thing runs one after the other, in the order it was asked for', async () => {
  const eventMutex = createKeyedMutex()
  const done: number[] = []
  const work = [30, 1, 10].map((delay, at) =>
    eventMutex('event', async () => {
      await pause(delay)
      done.push(at)
      return at
    }),
  )
  expect(await Promise.all(work)).toEqual([0, 1, 2])
  expect(done).toEqual([0, 1, 2])
})

test('work on another thing does not wait', async () => {
  const eventMutex = createKeyedMutex()
  const gate = Promise.withResolvers<void>()
  const slow = eventMutex('slow', () => gate.promise)
  expect(await eventMutex('quick', async () => 'done')).toBe('done')
  gate.resolve()
  await slow
})

test('work that fails tells its own caller alone, and the next has its turn', async () => {
  const eventMutex = createKeyedMutex()
  const failing = eventMutex('event', async () => Promise.reject(new Error('lost')))
  const next = eventMutex('event', async () => 'done')
  await expect(failing).rejects.toThrow('lost')
  expect(await next).toBe('done')
})
