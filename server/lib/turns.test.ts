import { setTimeout as pause } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { createTurns } from './turns.ts'

test('work on one thing runs one after the other, in the order it was asked for', async () => {
  const inTurn = createTurns()
  const done: number[] = []
  const work = [30, 1, 10].map((delay, at) =>
    inTurn('event', async () => {
      await pause(delay)
      done.push(at)
      return at
    }),
  )
  expect(await Promise.all(work)).toEqual([0, 1, 2])
  expect(done).toEqual([0, 1, 2])
})

test('work on another thing does not wait', async () => {
  const inTurn = createTurns()
  const gate = Promise.withResolvers<void>()
  const slow = inTurn('slow', () => gate.promise)
  expect(await inTurn('quick', async () => 'done')).toBe('done')
  gate.resolve()
  await slow
})

test('work that fails tells its own caller alone, and the next has its turn', async () => {
  const inTurn = createTurns()
  const failing = inTurn('event', async () => Promise.reject(new Error('lost')))
  const next = inTurn('event', async () => 'done')
  await expect(failing).rejects.toThrow('lost')
  expect(await next).toBe('done')
})
