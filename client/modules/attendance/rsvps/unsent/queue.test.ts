import { expect, test } from 'vitest'

import type { RsvpOutcome } from '#shared/events/rsvps.ts'
import { OfflineError, ProblemError } from '#client/lib/request-errors.ts'
import { unsentPrefix } from '#client/lib/offline-queue/entries.ts'
import type { SendLocks } from '#client/lib/offline-queue/send-loop.ts'
import { createMemoryStorage } from '#client/testing/memory-storage.ts'

import { createRsvpQueue, type UnsentRsvp } from './queue.ts'

const going: UnsentRsvp = { eventId: 'supper', title: 'Supper', state: 'going', guests: 1 }
const declined: UnsentRsvp = { ...going, state: 'declined', guests: 0 }
const outcome: RsvpOutcome = { mine: { state: 'going', guests: 1 }, seats: { going: 1, waiting: 0 } }

/** A queue whose server is controlled by the test. */
function openQueue({ uid = 'ada', storage = createMemoryStorage(), locks = undefined as SendLocks } = {}) {
  const received: UnsentRsvp[] = []
  const server = { answer: async (): Promise<RsvpOutcome> => outcome }
  const sent: UnsentRsvp[] = []
  const queue = createRsvpQueue({
    storage,
    prefix: `${unsentPrefix(uid)}rsvp:`,
    locks,
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

/** A storage in which an earlier visit has left the RSVP. */
function storageWith(rsvp: UnsentRsvp) {
  const storage = createMemoryStorage()
  storage.write(`unsent:ada:rsvp:${rsvp.eventId}`, JSON.stringify(rsvp))
  return storage
}

/** Offered by the browser to one tab at a time. */
function createLocks() {
  let isHeld = false
  return {
    async request(_name: string, _options: LockOptions, take: LockGrantedCallback<unknown>) {
      if (isHeld) return take(null)
      isHeld = true
      try {
        return await take({} as Lock)
      } finally {
        isHeld = false
      }
    },
  } as NonNullable<SendLocks>
}

test('the last RSVP to an event is kept until the server has it', async () => {
  const { queue, server, received, sent, storage } = openQueue()
  server.answer = () => Promise.reject(new OfflineError())
  expect(await queue.respond(going)).toBeUndefined()
  expect(await queue.respond(declined)).toBeUndefined()
  expect(received).toEqual([going, declined])
  expect(queue.all.get()).toEqual([declined])
  expect(storage.keys()).toEqual(['unsent:ada:rsvp:supper'])

  server.answer = async () => outcome
  queue.start()
  await expect.poll(() => sent).toEqual([declined])
  expect([queue.all.get(), storage.keys()]).toEqual([[], []])
})

test('an RSVP that the server answers at once goes to the button alone, and nothing waits', async () => {
  const { queue, sent, storage } = openQueue()
  const responding = queue.respond(going)
  expect([storage.keys(), queue.all.get()]).toEqual([['unsent:ada:rsvp:supper'], []])
  expect(await responding).toEqual(outcome)
  expect([storage.keys(), sent]).toEqual([[], []])
})

test.for([409, 500])(
  'a button shows the error %i of the server, and the RSVP is not sent again',
  async (status) => {
    const { queue, server, received, storage } = openQueue()
    server.answer = () => Promise.reject(new ProblemError({ status, code: 'refused', title: 'Refused' }))
    await expect(queue.respond(going)).rejects.toThrow('Refused')
    queue.start()
    expect([received, storage.keys(), queue.all.get()]).toEqual([[going], [], []])
  },
)

test('an RSVP that the server refuses stays with the reason until it is dismissed, and is not sent again', async () => {
  const { queue, server, received } = openQueue({ storage: storageWith(going) })
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
  const { queue, server, received } = openQueue({ storage: storageWith(going) })
  const first = Promise.withResolvers<RsvpOutcome>()
  server.answer = () => first.promise
  queue.start()
  await expect.poll(() => received).toHaveLength(1)
  expect(await queue.respond(declined)).toBeUndefined()
  expect([received, queue.all.get()]).toEqual([[going], [declined]])
  first.resolve(outcome)
  server.answer = async () => outcome
  await expect.poll(() => received).toEqual([going, declined])
})

test('an RSVP that waited is sent with the choices that its page knew, and a press of a button without them', async () => {
  const { queue, server, received } = openQueue()
  server.answer = () => Promise.reject(new OfflineError())
  await queue.respond({ ...going, choiceId: 'one', knownChoices: [''] })
  await queue.respond({ ...declined, choiceId: 'two', knownChoices: [''] })
  server.answer = async () => outcome
  queue.start()
  await expect.poll(() => queue.all.get()).toEqual([])
  expect(received).toMatchObject([
    { choiceId: 'one', knownChoices: undefined },
    { choiceId: 'two', knownChoices: undefined },
    { choiceId: 'two', knownChoices: ['', 'one'] },
  ])
})

test('an RSVP does not overtake the earlier one that another tab is sending', async () => {
  const [storage, locks] = [createMemoryStorage(), createLocks()]
  const [one, other] = [openQueue({ storage, locks }), openQueue({ storage, locks })]
  const first = Promise.withResolvers<RsvpOutcome>()
  one.server.answer = () => first.promise
  const responding = one.queue.respond(going)
  expect(await other.queue.respond(declined)).toBeUndefined()
  expect([one.received, other.received]).toEqual([[going], []])
  first.resolve(outcome)
  await responding
  await new Promise((resolve) => setTimeout(resolve))
  other.queue.start()
  await expect.poll(() => other.sent).toEqual([declined])
  expect(storage.keys()).toEqual([])
})

test('an RSVP without an answer is not kept for a person who has signed out meanwhile', async () => {
  const { queue, server, storage } = openQueue()
  server.answer = async () => {
    storage.remove('unsent:ada:rsvp:supper')
    throw new OfflineError()
  }
  await queue.respond(going)
  expect([storage.keys(), queue.all.get()]).toEqual([[], []])
})

test('another person on the device neither sees nor sends the RSVP', async () => {
  const other = openQueue({ uid: 'ben', storage: storageWith(going) })
  other.queue.start()
  await Promise.resolve()
  expect([other.queue.all.get(), other.received]).toEqual([[], []])
})
