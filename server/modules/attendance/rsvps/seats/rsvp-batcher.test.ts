import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { createKeyedMutex } from '#server/lib/concurrency/keyed-mutex.ts'

import { createRsvpBatcher } from './rsvp-batcher.ts'

interface TestAnswer {
  member: string
  number: number
}

function openQueue(deadline = 9_000) {
  const batches: number[][] = []
  const deadlines: number[] = []
  const gate = Promise.withResolvers<void>()
  const queue = createRsvpBatcher({
    eventMutex: createKeyedMutex(),
    deadline,
    memberOf: ({ member }: TestAnswer) => member,
    async store(_, answers, remaining) {
      deadlines.push(remaining)
      batches.push(answers.map(({ number }) => number))
      await gate.promise
      return answers.map(({ number }) =>
        number === 3 ? { status: 'rejected', reason: 'refused' } : { status: 'fulfilled', value: number },
      )
    },
  })
  return {
    batches,
    deadlines,
    open: gate.resolve,
    add: (number: number, member = `m${number}`) => queue('event', { member, number }),
  }
}

test('waiting RSVPs are stored together in order, each with its own outcome', async () => {
  const { batches, open, add } = openQueue()
  const outcomes = Promise.allSettled([1, 2, 3, 4].map((number) => add(number)))
  open()
  expect(await outcomes).toMatchObject([{ value: 1 }, { value: 2 }, { reason: 'refused' }, { value: 4 }])
  expect(batches).toEqual([[1], [2, 3, 4]])
})

test('two answers of one member are stored one after the other', async () => {
  const { batches, open, add } = openQueue()
  const outcomes = Promise.all([add(1), add(2, 'ada'), add(4), add(5, 'ada'), add(6)])
  open()
  await outcomes
  expect(batches).toEqual([[1], [2, 4], [5, 6]])
})

test('the sizes of a batch and of the queue are limited', async () => {
  const { batches, open, add } = openQueue()
  const outcomes = Promise.all(Array.from({ length: 1_001 }, (_, at) => add(at + 10)))
  expect(() => add(2_000)).toThrow(expect.objectContaining({ status: 503, code: 'busy' }))
  open()
  await outcomes
  expect(batches.map(({ length }) => length)).toEqual([1, ...Array.from({ length: 10 }, () => 100)])
})

test('the deadline of an RSVP includes its time in the queue', async () => {
  const { deadlines, open, add } = openQueue(60_000)
  const outcomes = Promise.all([add(1), add(2)])
  await wait(50)
  open()
  await outcomes
  expect(deadlines[0]).toBeGreaterThan(50_000)
  expect(deadlines[1]).toBeLessThan(deadlines[0]! - 40)
})

test('an RSVP that has waited until its deadline is refused', async () => {
  const { open, add } = openQueue(40)
  const outcomes = Promise.allSettled([add(1), add(2)])
  await wait(50)
  open()
  expect(await outcomes).toMatchObject([{ value: 1 }, { reason: { kind: 'deadline' } }])
})
