import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'

import { createMemoryStorage } from '#client/testing/memory-storage.ts'

import { createCheckInQueue } from './queue.ts'

const PREFIX = 'unsent:ada:check-in:'
const checkIn = (memberId: string) => ({ eventId: 'evening', memberId, at: '2026-12-03T18:00:00.000Z' })

let made = 0
const openQueue = (storage = createMemoryStorage(), now = () => 1_000) =>
  createCheckInQueue({ storage, prefix: PREFIX, now, newId: () => `id-${(made += 1)}` })
const membersOf = (queue: ReturnType<typeof openQueue>) => queue.all.get().map(({ memberId }) => memberId)

test('queued check-ins survive a reload, in their order', () => {
  const storage = createMemoryStorage()
  const queue = openQueue(storage)
  for (const memberId of ['grace', 'ada', 'ben']) queue.add(checkIn(memberId))
  expect(openQueue(storage).all.get()).toEqual(queue.all.get())
  expect(membersOf(openQueue(storage))).toEqual(['grace', 'ada', 'ben'])
})

test('queued check-ins keep their order whatever the clock shows, also after reloads', () => {
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
          return queue.add(checkIn(`member-${index}`)).memberId
        })
        expect(membersOf(openQueue(storage))).toEqual(expected)
      },
    ),
  )
})

test('two tabs share one queue and lose none of each other’s check-ins', () => {
  assert(
    property(array(constantFrom('first', 'second'), { maxLength: 30 }), (turns) => {
      const storage = createMemoryStorage()
      const tabs = { first: openQueue(storage), second: openQueue(storage, () => 500) }
      turns.forEach((tab, index) => tabs[tab].add(checkIn(`${tab}-${index}`)))
      tabs.first.refresh()
      tabs.second.refresh()
      expect(tabs.first.all.get()).toEqual(tabs.second.all.get())
      expect(membersOf(tabs.first).toSorted()).toEqual(
        turns.map((tab, index) => `${tab}-${index}`).toSorted(),
      )
    }),
  )
})

test('an undo knows what another tab has sent a moment ago', () => {
  const storage = createMemoryStorage()
  const [sending, undoing] = [openQueue(storage), openQueue(storage)]
  const sent = sending.add(checkIn('ben'))
  undoing.refresh()
  // The event about it has not reached the second tab.
  sending.markSent([sent])
  undoing.undo({ ...checkIn('ben'), undo: sent.at })
  expect(undoing.all.get()).toMatchObject([{ memberId: 'ben', undo: sent.at }])
})

test('sent check-ins are removed; rejected ones stay with the reason until they are dismissed', () => {
  const storage = createMemoryStorage()
  const queue = openQueue(storage)
  const batch = ['ada', 'ben'].map((memberId) => queue.add(checkIn(memberId)))
  queue.resolve(batch, [undefined, { reason: 'noSeat', name: 'Ben' }])
  expect(openQueue(storage).all.get()).toEqual([{ ...batch[1], rejected: { reason: 'noSeat', name: 'Ben' } }])
  queue.resolve(queue.all.get())
  expect(storage.keys()).toEqual([])
})

test('a check-in that was removed while it was being sent does not come back', () => {
  const storage = createMemoryStorage()
  const queue = openQueue(storage)
  const added = queue.add(checkIn('ada'))
  for (const key of storage.keys()) storage.remove(key)
  queue.resolve([added], [{ reason: 'noSeat' }])
  expect([storage.keys(), queue.all.get()]).toEqual([[], []])
})

test('check-ins that cannot be stored are kept in memory, and the queue is volatile', () => {
  const queue = openQueue(createMemoryStorage({ quota: 10 }))
  const added = queue.add(checkIn('ada'))
  expect([membersOf(queue), queue.isVolatile()]).toEqual([['ada'], true])
  queue.resolve([added])
  expect([membersOf(queue), queue.isVolatile()]).toEqual([[], false])
})

test.for(['', '{', 'null', '7', '"id"', '[]', '{"id":"1","undo":true}'])(
  'an invalid entry %j is ignored',
  (text) => {
    const storage = createMemoryStorage()
    storage.write(`${PREFIX}1`, text)
    storage.write('theme', 'dark')
    const queue = openQueue(storage)
    expect(queue.all.get()).toEqual([])
    queue.add(checkIn('ada'))
    expect(membersOf(queue)).toEqual(['ada'])
  },
)

test('a check-in that was never sent and its undo cancel out', () => {
  const storage = createMemoryStorage()
  const queue = openQueue(storage)
  const { at } = queue.add(checkIn('ada'))
  queue.add(checkIn('ben'))
  queue.undo({ ...checkIn('ada'), at: '2026-12-03T18:05:00.000Z', undo: at })
  expect([membersOf(queue), storage.keys()]).toEqual([['ben'], [expect.any(String)]])
})

test('an undo of a check-in that may have arrived is sent in its place', () => {
  const queue = openQueue()
  const added = queue.add(checkIn('ada'))
  queue.markSent([added])
  queue.undo({ ...checkIn('ada'), undo: added.at })
  expect(queue.all.get()).toMatchObject([{ memberId: 'ada', undo: added.at }])
})

test('undoing another arrival does not affect the queued check-in', () => {
  const queue = openQueue()
  const added = queue.add(checkIn('ada'))
  queue.undo({ ...checkIn('ada'), undo: '2026-12-03T17:00:00.000Z' })
  queue.undo({ ...checkIn('ada'), eventId: 'morning', undo: added.at })
  expect(queue.all.get().map(({ undo }) => undo)).toEqual([undefined, '2026-12-03T17:00:00.000Z', added.at])
})
