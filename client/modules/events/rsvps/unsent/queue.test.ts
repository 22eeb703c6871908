import { expect, test } from 'vitest'

import type { RsvpOutcome } from '#shared/events/rsvps.ts'
import { OfflineError, ProblemError } from '#client/lib/request-errors.ts'
import { unsentPrefix } from '#client/lib/offline-queue/entries.ts'
import { createMemoryStorage } from '#client/testing/memory-storage.ts'

import { createRsvpQueue, type UnsentRsvp } from './queue.ts'

const going: UnsentRsvp = { eventId: 'supper', title: 'Supper', state: 'going', guests: 1 }
const declined: UnsentRsvp = { ...going, state: 'declined', guests: 0 }
const outcome: RsvpOutcome = { mine: { state: 'going', guests: 1 }, seats: { going: 1, waiting: 0 } }

/** A queue whose server is controlled by the test. */
function openQueue({ uid = 'ada', storage = createMemoryStorage() } = {}) {
  const received: UnsentRsvp[] = []
  const server = { answer: async (): Promise<RsvpOutcome> => outcome }
  const sent: UnsentRsvp[] = []
  const queue = createRsvpQueue({
    storage,
    prefix: `${unsentPrefix(uid)}rsvp:`,
    locks: undefined,
    now: () => 1_000,
    after: () => () => undefined,
    async send(rsvp) {
      received.push(rsvp)
      return server.answer()
    },
    explain: ({ code }) => `Refused: ${code}.`,
    onSent: (rsvp) => sent.push(rsvp),
  })
  return { queue, storage, server, received, sent }
}

test('the last RSVP to an event is kept until the server has it', async () => {
  const { queue, server, received, sent, storage } = openQueue()
  queue.add(going)
  queue.add(declined)
  server.answer = () => Promise.reject(new OfflineError())
  queue.start()
  await expect.poll(() => received).toEqual([declined])
  expect(queue.all.get()).toEqual([declined])
  expect(storage.keys()).toEqual(['unsent:ada:rsvp:supper'])

  server.answer = async () => outcome
  queue.flush()
  await expect.poll(() => sent).toEqual([declined])
  expect([queue.all.get(), storage.keys()]).toEqual([[], []])
})

test('an RSVP that the server refuses stays with the reason until it is dismissed, and is not sent again', async () => {
  const { queue, server, received } = openQueue()
  queue.add(going)
  server.answer = () =>
    Promise.reject(new ProblemError({ status: 409, code: 'event_cancelled', title: 'Cancelled' }))
  queue.start()
  await expect.poll(() => queue.all.get()).toEqual([{ ...going, refused: 'Refused: event_cancelled.' }])
  queue.flush()
  expect(received).toHaveLength(1)
  queue.remove('supper')
  expect(queue.all.get()).toEqual([])
})

test('an RSVP that changes while the earlier one is being sent waits for it, and is sent after it', async () => {
  const { queue, server, received } = openQueue()
  const first = Promise.withResolvers<RsvpOutcome>()
  server.answer = () => first.promise
  queue.add(going)
  queue.start()
  await expect.poll(() => received).toHaveLength(1)
  let isReplaced = false
  const replaced = queue.replace('supper').then(() => (isReplaced = true))
  await Promise.resolve()
  expect(isReplaced).toBe(false)
  queue.add(declined)
  first.resolve(outcome)
  await replaced
  server.answer = async () => outcome
  await expect.poll(() => received).toEqual([going, declined])
})

test('another person on the device neither sees nor sends the RSVP', async () => {
  const { queue, storage } = openQueue({ uid: 'ada' })
  queue.add(going)
  const other = openQueue({ uid: 'ben', storage })
  other.queue.start()
  await Promise.resolve()
  expect([other.queue.all.get(), other.received]).toEqual([[], []])
})
