import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { createKeyedMutex } from './keyed-mutex.ts'

test('work with the same id runs one after the other, in the order of the calls', async () => {
  const eventMutex = createKeyedMutex()
  const done: number[] = []
  const work = [30, 1, 10].map((delay, at) =>
    eventMutex('event', async () => {
      await wait(delay)
      done.push(at)
      return at
    }),
  )
  expect(await Promise.all(work)).toEqual([0, 1, 2])
  expect(done).toEqual([0, 1, 2])
})

test('work with another id does not wait', async () => {
  const eventMutex = createKeyedMutex()
  const gate = Promise.withResolvers<void>()
  const slow = eventMutex('slow', () => gate.promise)
  expect(await eventMutex('quick', async () => 'done')).toBe('done')
  gate.resolve()
  await slow
})

test('an error reaches only its own caller, and the next work runs', async () => {
  const eventMutex = createKeyedMutex()
  const failing = eventMutex('event', async () => Promise.reject(new Error('lost')))
  const next = eventMutex('event', async () => 'done')
  await expect(failing).rejects.toThrow('lost')
  expect(await next).toBe('done')
})
