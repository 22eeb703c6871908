import { expect, test } from 'vitest'

import { createKeyedMutex } from '#server/lib/keyed-mutex.ts'

import { createRsvpQueue } from './rsvp-queue.ts'

interface TestAnswer {
  member: string
  number: number
}

function openQueue() {
  const batches: number[][] = []
  const gate = Promise.withResolvers<void>()
  const queue = createRsvpQueue({
    eventMutex: createKeyedMutex(),
    memberOf: ({ member }: TestAnswer) => member,
    async store(_, answers) {
      batches.push(answers.map(({ number }) => number))
      await gate.promise
      return answers.map(({ number }) =>
        number === 3 ? { status: 'rejected', reason: 'refused' } : { status: 'fulfilled', value: number },
      )
    },
  })
  return {
    batches,
    open: gate.resolve,
    add: (number: number, member = `m${number}`) => queue('event', { member, number }),
  }
}

test('answers that wait for the first are stored together, in order, each with an outcome of its own', async () => {
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

test('a batch is bounded, and so is the queue', async () => {
  const { batches, open, add } = openQueue()
  const outcomes = Promise.all(Array.from({ length: 1_001 }, (_, at) => add(at + 10)))
  expect(() => add(2_000)).toThrow(expect.objectContaining({ status: 503, code: 'busy' }))
  open()
  await outcomes
  expect(batches.map(({ length }) => length)).toEqual([1, ...Array.from({ length: 10 }, () => 100)])
})
