import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'

import { createMemoryStorage } from '#client/testing/memory-storage.ts'

import { createNotedQueue } from './queue.ts'

const PREFIX = 'unsent:ada:check-in:'
const arrival = (memberId: string) => ({ eventId: 'evening', memberId, at: '2026-12-03T18:00:00.000Z' })

let made = 0
const openQueue = (storage = createMemoryStorage(), now = () => 1_000) =>
  createNotedQueue({ storage, prefix: PREFIX, now, newId: () => `id-${(made += 1)}` })
const membersOf = (queue: ReturnType<typeof openQueue>) => queue.all.get().map(({ memberId }) => memberId)

test('what was noted is there after a reload, in its order', () => {
  const storage = createMemoryStorage()
  const queue = openQueue(storage)
  for (const memberId of ['grace', 'ada', 'ben']) queue.note(arrival(memberId))
  expect(openQueue(storage).all.get()).toEqual(queue.all.get())
  expect(membersOf(openQueue(storage))).toEqual(['grace', 'ada', 'ben'])
})

test('the order holds whatever the clock does, and over reloads', () => {
  assert(
    property(
      array(record({ time: integer({ min: 0, max: 2 ** 42 }), reload: boolean() }), { maxLength: 30 }),
      (steps) => {
        const storage = createMemoryStorage()
        let time = 0
        let queue = openQueue(storage, () => time)
        const expected = steps.map((step, index) => {
          time = step.time
          if (step.reload) queue = openQueue(storage, () => time)
          return queue.note(arrival(`member-${index}`)).memberId
        })
        expect(membersOf(openQueue(storage))).toEqual(expected)
      },
    ),
  )
})

test('two tabs share one queue and lose nothing of one another’s', () => {
  assert(
    property(array(constantFrom('first', 'second'), { maxLength: 30 }), (turns) => {
      const storage = createMemoryStorage()
      const tabs = { first: openQueue(storage), second: openQueue(storage, () => 500) }
      turns.forEach((tab, index) => tabs[tab].note(arrival(`${tab}-${index}`)))
      tabs.first.refresh()
      tabs.second.refresh()
      expect(tabs.first.all.get()).toEqual(tabs.second.all.get())
      expect(membersOf(tabs.first).toSorted()).toEqual(
        turns.map((tab, index) => `${tab}-${index}`).toSorted(),
      )
    }),
  )
})

test('what was sent is gone; what was refused stays with the reason until it is settled', () => {
  const storage = createMemoryStorage()
  const queue = openQueue(storage)
  const batch = ['ada', 'ben'].map((memberId) => queue.note(arrival(memberId)))
  queue.settle(batch, [undefined, { why: 'noSeat', name: 'Ben' }])
  expect(openQueue(storage).all.get()).toEqual([{ ...batch[1], refused: { why: 'noSeat', name: 'Ben' } }])
  queue.settle(queue.all.get())
  expect(storage.keys()).toEqual([])
})

test('what was removed while it was on its way does not come back', () => {
  const storage = createMemoryStorage()
  const queue = openQueue(storage)
  const noted = queue.note(arrival('ada'))
  for (const key of storage.keys()) storage.remove(key)
  queue.settle([noted], [{ why: 'noSeat' }])
  expect([storage.keys(), queue.all.get()]).toEqual([[], []])
})

test('without room on the device it lasts as long as the page, which is said', () => {
  const queue = openQueue(createMemoryStorage({ quota: 10 }))
  const noted = queue.note(arrival('ada'))
  expect([membersOf(queue), queue.isFleeting()]).toEqual([['ada'], true])
  queue.settle([noted])
  expect([membersOf(queue), queue.isFleeting()]).toEqual([[], false])
})

test.for(['', '{', 'null', '7', '"id"', '[]'])(
  'what something else left there, %j, is passed over',
  (text) => {
    const storage = createMemoryStorage()
    storage.write(`${PREFIX}1`, text)
    storage.write('theme', 'dark')
    const queue = openQueue(storage)
    expect(queue.all.get()).toEqual([])
    queue.note(arrival('ada'))
    expect(membersOf(queue)).toEqual(['ada'])
  },
)
