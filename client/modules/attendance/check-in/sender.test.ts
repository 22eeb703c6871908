import { array, assert, asyncProperty, boolean, constantFrom, property, record } from 'fast-check'
import { expect, test } from 'vitest'

import { OfflineError, ProblemError } from '#client/lib/request-errors.ts'
import { createMemoryStorage } from '#client/testing/memory-storage.ts'

import { createCheckInQueue, type QueuedCheckIn } from './queue.ts'
import { createCheckInSender, nextBatch } from './sender.ts'

type Deliver = Parameters<typeof createCheckInSender>[0]['deliver']

const problem = (status: number, code: string) => new ProblemError({ status, code, title: code })
const checkIn = (memberId: string, more: Partial<QueuedCheckIn> = {}) => ({
  eventId: 'evening',
  memberId,
  at: '2026-12-03T18:00:00.000Z',
  ...more,
})

/** A sender whose timers the test controls. */
function openSender(deliver: Deliver, { isOffline = false } = {}) {
  let made = 0
  const queue = createCheckInQueue({
    storage: createMemoryStorage(),
    prefix: 'unsent:',
    now: () => 1_000,
    newId: () => String((made += 1)),
  })
  const waits: { delay: number; run: () => void }[] = []
  const sender = createCheckInSender({
    queue,
    deliver,
    locks: undefined,
    isOffline: () => isOffline,
    now: () => 1_000,
    after: (delay, run) => {
      const wait = { delay, run }
      waits.push(wait)
      return () => void waits.splice(waits.indexOf(wait), 1)
    },
  })
  return { queue, sender, waits }
}

/** Runs all pending promises. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

/** The server's result: every arrival that was not undone. */
function applied(steps: readonly QueuedCheckIn[], arrived = new Set<string>()) {
  for (const { eventId, memberId, at, undo } of steps) {
    if (undo === undefined) arrived.add(`${eventId} ${memberId} ${at}`)
    else arrived.delete(`${eventId} ${memberId} ${undo}`)
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
const timeOf = (index: number) => new Date(1_000 * index).toISOString()
/** An undo removes the latest arrival of the same person, if there was one. */
const checkInsOf = (list: readonly { eventId: string; memberId: string; undo: boolean }[]) =>
  list.map(({ undo, ...rest }, index) => {
    const undone = list.findLastIndex(
      (each, before) =>
        before < index && !each.undo && each.eventId === rest.eventId && each.memberId === rest.memberId,
    )
    return checkIn(rest.memberId, { ...rest, at: timeOf(index), ...(undo && { undo: timeOf(undone) }) })
  })

test('a batch contains check-ins of one event in their order, or a single undo', () => {
  assert(
    property(steps, (list) => {
      let left: QueuedCheckIn[] = checkInsOf(list).map((each, index) => ({ ...each, id: String(index) }))
      const sent: QueuedCheckIn[] = []
      while (left.length > 0) {
        const batch = nextBatch(left)
        expect(batch.length).toBeGreaterThan(0)
        expect(new Set(batch.map(({ eventId }) => eventId)).size).toBe(1)
        expect(batch.length === 1 || batch.every(({ undo }) => undo === undefined)).toBe(true)
        left = left.filter((each) => !batch.includes(each))
        sent.push(...batch)
      }
      expect(sent.map(({ id }) => id)).toEqual(sent.map((_, index) => String(index)))
    }),
  )
})

test('a batch has at most 200 check-ins, and rejected ones are not sent again', () => {
  const many = Array.from({ length: 450 }, (_, index) => ({
    ...checkIn(`member-${index}`),
    id: `${1_000 + index}`,
  }))
  expect(nextBatch(many)).toHaveLength(200)
  expect(nextBatch(many.slice(0, 10).map((each) => ({ ...each, rejected: { reason: 'noSeat' } })))).toEqual(
    [],
  )
})

test('the server ends up with the right check-ins, whichever requests or responses are lost', async () => {
  const outcomes = array(constantFrom('arrives', 'lost', 'answer lost', 'server down'), { maxLength: 60 })
  await assert(
    asyncProperty(steps, outcomes, async (list, script) => {
      const server = new Set<string>()
      const outcome = script.values()
      const { queue, sender, waits } = openSender(async (batch) => {
        const now = outcome.next().value ?? 'arrives'
        if (now === 'lost') throw new OfflineError()
        if (now === 'server down') throw problem(503, 'unavailable')
        applied(batch, server)
        if (now === 'answer lost') throw new OfflineError()
        return []
      })
      const added = checkInsOf(list).map((each) => queue.add(each))
      sender.start()
      await settled()
      while (waits.length > 0) {
        waits[0]?.run()
        await settled()
      }
      expect(queue.all.get()).toEqual([])
      expect(server).toEqual(applied(added))
    }),
    { numRuns: 40 },
  )
})

test.for([
  [true, []],
  [false, ['ada']],
] as const)('undoing an unsent check-in while offline (%s) leaves %j to send', async ([isOffline, left]) => {
  const { queue, sender } = openSender(() => Promise.reject(new OfflineError()), { isOffline })
  const { at } = queue.add(checkIn('ada'))
  sender.start()
  await settled()
  queue.undo({ ...checkIn('ada'), undo: at })
  expect(queue.all.get().map(({ memberId }) => memberId)).toEqual(left)
})

test('the delay between retries doubles, up to half a minute', async () => {
  const { queue, sender, waits } = openSender(() => Promise.reject(new OfflineError()))
  queue.add(checkIn('ada'))
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

test('a check-in added during a request is sent right after it', async () => {
  const sent: string[][] = []
  const gates: (() => void)[] = []
  const { queue, sender } = openSender(async (batch) => {
    sent.push(batch.map(({ memberId }) => memberId))
    await new Promise<void>((resolve) => void gates.push(resolve))
    return []
  })
  queue.add(checkIn('ada'))
  sender.start()
  queue.add(checkIn('ben'))
  void sender.flush()
  void sender.flush()
  await settled()
  gates[0]?.()
  await settled()
  gates[1]?.()
  await settled()
  expect(sent).toEqual([['ada'], ['ben']])
  expect(queue.all.get()).toEqual([])
})

test('a blocked event does not hold up others, and is sent again on request', async () => {
  let isOpen = false
  const { queue, sender, waits } = openSender(async ([first]) => {
    if (first?.eventId === 'morning' && !isOpen) throw problem(409, 'check_in_over')
    return []
  })
  queue.add(checkIn('ada', { eventId: 'morning' }))
  queue.add(checkIn('ben'))
  sender.start()
  await settled()
  expect(queue.all.get().map(({ memberId }) => memberId)).toEqual(['ada'])
  expect(sender.blocked.get().get('morning')?.code).toBe('check_in_over')
  expect(waits).toEqual([])
  isOpen = true
  sender.retry('morning')
  await settled()
  expect(queue.all.get()).toEqual([])
  expect(sender.blocked.get().size).toBe(0)
})

test('a stopped sender sends nothing until it is started again', async () => {
  let sent = 0
  const { queue, sender } = openSender(async () => {
    sent += 1
    return []
  })
  sender.start()
  sender.stop()
  queue.add(checkIn('ada'))
  void sender.flush()
  await settled()
  expect(sent).toBe(0)
  sender.start()
  await settled()
  expect([sent, queue.all.get()]).toEqual([1, []])
})
