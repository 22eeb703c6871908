import { array, assert, asyncProperty, boolean, constantFrom, property, record } from 'fast-check'
import { expect, test } from 'vitest'

import { OfflineError, ProblemError } from '#client/lib/request.ts'
import { createMemoryStorage } from '#client/testing/memory-storage.ts'

import { createNotedQueue, type Noted } from './queue.ts'
import { createSender, nextBatch } from './sender.ts'

type Deliver = Parameters<typeof createSender>[0]['deliver']

const problem = (status: number, code: string) => new ProblemError({ status, code, title: code })
const what = (memberId: string, more: Partial<Noted> = {}) => ({
  eventId: 'evening',
  memberId,
  at: '2026-12-03T18:00:00.000Z',
  ...more,
})

/** A sender whose waiting a test ends itself. */
function openSender(deliver: Deliver) {
  let made = 0
  const queue = createNotedQueue({
    storage: createMemoryStorage(),
    prefix: 'unsent:',
    now: () => 1_000,
    newId: () => String((made += 1)),
  })
  const waits: { delay: number; run: () => void }[] = []
  const sender = createSender({
    queue,
    deliver,
    locks: undefined,
    now: () => 1_000,
    after: (delay, run) => {
      const wait = { delay, run }
      waits.push(wait)
      return () => void waits.splice(waits.indexOf(wait), 1)
    },
  })
  return { queue, sender, waits }
}

/** Until nothing more happens by itself. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

/** What the server would know: the earliest arrival that was not taken back since. */
function carriedOut(steps: readonly Noted[], arrived = new Map<string, string>()) {
  for (const { eventId, memberId, at, undo } of steps) {
    const key = `${eventId} ${memberId}`
    if (undo) arrived.delete(key)
    else if (!arrived.has(key)) arrived.set(key, at)
  }
  return arrived
}

const steps = array(
  record({
    eventId: constantFrom('evening', 'morning'),
    memberId: constantFrom('ada', 'ben', 'grace'),
    undo: boolean(),
  }),
  { maxLength: 40 },
)
const notedOf = (list: readonly { eventId: string; memberId: string; undo: boolean }[]) =>
  list.map(({ undo, ...rest }, index) =>
    what(rest.memberId, {
      ...rest,
      at: new Date(1_000 * index).toISOString(),
      ...(undo && { undo: true }),
    }),
  )

test('a batch is of one event, keeps the order, and undoing goes by itself', () => {
  assert(
    property(steps, (list) => {
      let left: Noted[] = notedOf(list).map((each, index) => ({ ...each, id: String(index) }))
      const sent: Noted[] = []
      while (left.length > 0) {
        const batch = nextBatch(left)
        expect(batch.length).toBeGreaterThan(0)
        expect(new Set(batch.map(({ eventId }) => eventId)).size).toBe(1)
        expect(batch.length === 1 || batch.every(({ undo }) => !undo)).toBe(true)
        left = left.filter((each) => !batch.includes(each))
        sent.push(...batch)
      }
      expect(sent.map(({ id }) => id)).toEqual(sent.map((_, index) => String(index)))
    }),
  )
})

test('at most 200 go at once, and what was refused does not go again', () => {
  const many = Array.from({ length: 450 }, (_, index) => ({
    ...what(`member-${index}`),
    id: `${1_000 + index}`,
  }))
  expect(nextBatch(many)).toHaveLength(200)
  expect(nextBatch(many.slice(0, 10).map((each) => ({ ...each, refused: { why: 'noSeat' } })))).toEqual([])
})

test('whatever gets lost on the way, there or back, the server ends up knowing what happened', async () => {
  const fates = array(constantFrom('arrives', 'lost', 'answer lost', 'server down'), { maxLength: 60 })
  await assert(
    asyncProperty(steps, fates, async (list, script) => {
      const server = new Map<string, string>()
      const fate = script.values()
      const { queue, sender, waits } = openSender(async (batch) => {
        const now = fate.next().value ?? 'arrives'
        if (now === 'lost') throw new OfflineError()
        if (now === 'server down') throw problem(503, 'unavailable')
        carriedOut(batch, server)
        if (now === 'answer lost') throw new OfflineError()
        return []
      })
      const noted = notedOf(list).map((each) => queue.note(each))
      sender.start()
      await settled()
      while (waits.length > 0) {
        waits[0]?.run()
        await settled()
      }
      expect(queue.all.get()).toEqual([])
      expect(server).toEqual(carriedOut(noted))
    }),
    { numRuns: 40 },
  )
})

test('it waits longer and longer for a server that does not answer, and at most half a minute', async () => {
  const { queue, sender, waits } = openSender(() => Promise.reject(new OfflineError()))
  queue.note(what('ada'))
  sender.start()
  const delays: number[] = []
  for (let round = 0; round < 7; round += 1) {
    await settled()
    expect(waits).toHaveLength(1)
    delays.push(waits[0]!.delay)
    waits[0]!.run()
  }
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

test('what is noted while something is on its way goes right after it', async () => {
  const sent: string[][] = []
  const gates: (() => void)[] = []
  const { queue, sender } = openSender(async (batch) => {
    sent.push(batch.map(({ memberId }) => memberId))
    await new Promise<void>((resolve) => void gates.push(resolve))
    return []
  })
  queue.note(what('ada'))
  sender.start()
  queue.note(what('ben'))
  sender.flush()
  sender.flush()
  await settled()
  gates[0]?.()
  await settled()
  gates[1]?.()
  await settled()
  expect(sent).toEqual([['ada'], ['ben']])
  expect(queue.all.get()).toEqual([])
})

test('an event of which the server takes nothing holds up no other, and is asked about when told', async () => {
  let isOpen = false
  const { queue, sender, waits } = openSender(async ([first]) => {
    if (first?.eventId === 'morning' && !isOpen) throw problem(409, 'check_in_over')
    return []
  })
  queue.note(what('ada', { eventId: 'morning' }))
  queue.note(what('ben'))
  sender.start()
  await settled()
  expect(queue.all.get().map(({ memberId }) => memberId)).toEqual(['ada'])
  expect(sender.held.get().get('morning')?.code).toBe('check_in_over')
  expect(waits).toEqual([])
  isOpen = true
  sender.release('morning')
  await settled()
  expect(queue.all.get()).toEqual([])
  expect(sender.held.get().size).toBe(0)
})

test('stopped, it sends nothing more; started again, it does', async () => {
  let sent = 0
  const { queue, sender } = openSender(async () => {
    sent += 1
    return []
  })
  sender.start()
  sender.stop()
  queue.note(what('ada'))
  sender.flush()
  await settled()
  expect(sent).toBe(0)
  sender.start()
  await settled()
  expect([sent, queue.all.get()]).toEqual([1, []])
})
