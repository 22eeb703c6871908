import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { createErrorOutbox } from '#client/lib/error-log/outbox.ts'
import { isObject, parseStored } from '#client/lib/storage/storage.ts'
import { createCheckInQueue } from '#client/modules/attendance/check-in/queue.ts'
import { createRsvpQueue } from '#client/modules/attendance/rsvps/unsent/queue.ts'
import { createMemoryStorage } from '#client/testing/memory-storage.ts'

/** Storage of browsers by release (`server/testing/releases/make-sample.sh`). */
const SAMPLES = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'))

type Texts = Record<string, string>

function storageOf(sample: string) {
  const text = readFileSync(join(import.meta.dirname, sample), 'utf8')
  const { device, tab } = JSON.parse(text) as Record<'device' | 'tab', Texts>
  const storage = createMemoryStorage()
  for (const [key, value] of Object.entries({ ...device, ...tab })) storage.write(key, value)
  return storage
}

test('there are samples of three releases', () => {
  expect(SAMPLES).toHaveLength(3)
})

test.for(SAMPLES)('an RSVP that a page of an earlier release has stored is sent: %s', async (sample) => {
  const sent: unknown[] = []
  const queue = createRsvpQueue({
    storage: storageOf(sample),
    prefix: 'unsent:ada:rsvp:',
    locks: undefined,
    now: () => 1_000,
    after: () => () => {},
    async send(rsvp) {
      sent.push(rsvp)
      return { mine: { state: 'going', guests: 1 }, seats: { going: 1, waiting: 0 } }
    },
    explain: () => '',
    onSent: () => {},
  })
  queue.start()
  await expect.poll(() => queue.all.get()).toEqual([])
  expect(sent).toMatchObject([{ eventId: 'supper', title: 'Supper', state: 'going', guests: 1 }])
})

test.for(SAMPLES)(
  'check-ins, errors and drafts that a page of an earlier release has stored are kept: %s',
  (sample) => {
    const storage = storageOf(sample)
    const checkIns = createCheckInQueue({
      storage,
      prefix: 'unsent:ada:check-in:',
      now: () => 2_000,
      newId: () => 'two',
    })
    const outbox = createErrorOutbox({
      storage,
      tabId: 'another tab',
      dropped: { add() {} } as never,
      makeRoom: () => false,
    })
    expect(checkIns.all.get()).toMatchObject([{ eventId: 'evening', memberId: 'grace', name: 'Grace' }])
    expect(outbox.pending(Date.UTC(2027, 2, 2))).toMatchObject([{ entry: { message: 'Failure 1' } }])
    expect(parseStored(storage.read('draft:profile'), isObject)).toEqual({ headline: 'Bakes bread' })
  },
)
