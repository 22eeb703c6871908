import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { DAY } from '#shared/lib/durations.ts'
import { SinkFull } from '#server/logging/log-sink.ts'
import { StoreUnavailable } from '#server/store/port.ts'
import {
  clientErrorBatch,
  clientErrorEntry,
} from '#server/testing/fixtures/client-errors/client-error-batch.ts'
import {
  type ClientErrorFixture,
  createClientErrorFixture,
} from '#server/testing/fixtures/client-errors/client-error-fixture.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'
import { partOf } from '#server/tools/part-of.ts'

import { writtenClientErrors } from './entries/collection.ts'
import { errorDeltas } from './groups/collection.ts'
import type { Deltas } from './groups/deltas.ts'
import type { LoggedEntry } from './entries/types.ts'
import { createWrittenIds } from './written-ids.ts'

let fixture: ClientErrorFixture
beforeEach(async () => {
  fixture = await createClientErrorFixture()
})
afterEach(() => fixture.close())

async function once() {
  const entry = clientErrorEntry()
  await fixture.send(clientErrorBatch([entry]))
  return entry
}

const writtenIdsAt = (clock: () => number) =>
  createWrittenIds({
    store: fixture.store,
    clock,
    newId: randomUUID,
    deltas: partOf<Deltas>({}),
  })

const isStored = async (id: string) =>
  (await fixture.store.count(writtenClientErrors, { contains: { field: 'ids', value: id } })) > 0

test('the ids of a batch are stored in one document, and each is recognised as a repeat', async () => {
  const entries = Array.from({ length: 50 }, () => clientErrorEntry())
  const [first] = entries
  // Opens the connection: the intake waits for the store for at most a second.
  expect(await fixture.store.count(writtenClientErrors, {})).toBe(0)
  await fixture.send(clientErrorBatch(entries))
  expect(await fixture.store.count(writtenClientErrors, {})).toBe(1)
  const other = await fixture.startReplica()
  const { body } = await fixture.send(clientErrorBatch(entries.toReversed()), { to: other })
  expect(body).toEqual({ accepted: 0, duplicate: 50, rejected: [] })
  expect(await isStored(first!.id)).toBe(true)
  await other.close()
})

describe('repeated entries', () => {
  test('an entry that is sent again in another batch and another case is a duplicate', async () => {
    const entry = await once()
    const again = { ...entry, id: entry.id.toUpperCase() }
    const { body } = await fixture.send(clientErrorBatch([again, clientErrorEntry(), entry]))
    expect(body).toEqual({ accepted: 1, duplicate: 2, rejected: [] })
    expect(fixture.entries()).toHaveLength(2)
  })

  test('losses and noise of a batch that is sent again are counted once, also by another replica', async () => {
    const counts = { dropped: 7, noise: { layout: 3 }, batchId: randomUUID() }
    const entry = await once()
    const other = await fixture.startReplica()
    for (const to of [undefined, undefined, other]) {
      const answer = await fixture.send(clientErrorBatch([entry], counts), { to })
      expect(answer.body).toEqual({ accepted: 0, duplicate: 1, rejected: [] })
    }
    await fixture.send(clientErrorBatch([entry], { ...counts, batchId: randomUUID() }))
    const reports = fixture.lines().filter((line) => line.includes('in the browser'))
    expect(reports.map((line) => line.includes('"dropped":7'))).toEqual([true, false, true, false])
    await other.close()
  })

  test('an entry that is twice in one batch is a duplicate', async () => {
    const entry = clientErrorEntry()
    const { body } = await fixture.send(clientErrorBatch([entry, entry]))
    expect(body).toEqual({ accepted: 1, duplicate: 1, rejected: [] })
    expect(fixture.entries()).toHaveLength(1)
  })

  test('an entry that is sent again to another replica is a duplicate', async () => {
    const entry = await once()
    const other = await fixture.startReplica()
    const { body } = await fixture.send(clientErrorBatch([entry, clientErrorEntry()]), { to: other })
    expect(body).toEqual({ accepted: 1, duplicate: 1, rejected: [] })
    expect(fixture.entries()).toHaveLength(2)
    await other.close()
  })

  test('an entry that two replicas get at the same moment is written, and counted once', async () => {
    const other = await fixture.startReplica()
    const rounds = 5
    for (let round = 0; round < rounds; round++) {
      const shared = Array.from({ length: 10 }, () => clientErrorEntry())
      const answers = await Promise.all([
        fixture.send(clientErrorBatch(shared)),
        fixture.send(clientErrorBatch([clientErrorEntry(), ...shared.toReversed()]), { to: other }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    }
    const ids = new Set(fixture.entries().map(({ event }) => event?.id))
    expect(ids.size).toBe(11 * rounds)
    const { items } = await fixture.store.find(errorDeltas, { orderBy: 'at', limit: 100 })
    const counts = items.flatMap(({ groups }) => groups.map(({ count }) => count))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(11 * rounds)
    await other.close()
  })

  test('a request with an entry whose line is pending waits for it and writes no other', async () => {
    const held = Promise.withResolvers<void>()
    fixture.sink.hold = held.promise
    const entry = clientErrorEntry()
    const both = [fixture.send(clientErrorBatch([entry])), fixture.send(clientErrorBatch([entry]))]
    held.resolve()
    const counts = (await Promise.all(both)).map(({ body }) => [body.accepted, body.duplicate])
    expect(counts.toSorted((one, other) => one[0]! - other[0]!)).toEqual([
      [0, 1],
      [1, 0],
    ])
    expect(fixture.entries()).toHaveLength(1)
  })

  test('an entry whose line could not be written is accepted when it is sent again', async () => {
    const held = Promise.withResolvers<void>()
    fixture.sink.hold = held.promise
    fixture.sink.refuse = new SinkFull()
    const entry = clientErrorEntry()
    const both = [fixture.send(clientErrorBatch([entry])), fixture.send(clientErrorBatch([entry]))]
    held.resolve()
    for (const answer of await Promise.all(both)) {
      expect(answer).toMatchObject({
        status: 503,
        body: { code: 'log_unavailable' },
        headers: { 'retry-after': '5' },
      })
    }
    expect(await isStored(entry.id)).toBe(false)
    delete fixture.sink.refuse
    expect(await fixture.send(clientErrorBatch([entry]))).toMatchObject({
      status: 200,
      body: { accepted: 1 },
    })
    expect(fixture.entries()).toHaveLength(1)
  })

  test('an entry is forgotten after a week', async () => {
    const entry = await once()
    const day = DAY
    await writtenIdsAt(() => fixture.now + 6 * day).deleteExpired()
    expect(await isStored(entry.id)).toBe(true)
    await writtenIdsAt(() => fixture.now + 8 * day).deleteExpired()
    expect(await isStored(entry.id)).toBe(false)
  })
})

test('entries during an outage of the store are stored and counted once when it is back', async () => {
  const { store } = fixture
  let isDown = true
  let now = fixture.now
  const counted: string[] = []
  const writtenIds = createWrittenIds({
    store: {
      ...store,
      transact: (work, options) =>
        isDown ? Promise.reject(new StoreUnavailable('down')) : store.transact(work, options),
    },
    clock: () => now,
    newId: randomUUID,
    deltas: { add: (_, batch) => void counted.push(batch.id) },
  })
  const { id } = clientErrorEntry()
  expect(await writtenIds.known([id])).toEqual(new Set())
  await writtenIds.add([partOf<LoggedEntry>({ id, fingerprint: 'one' })])
  expect(await isStored(id)).toBe(false)
  isDown = false
  now += 10_000
  expect(await writtenIds.addUnstored()).toBe(0)
  expect(await writtenIds.addUnstored()).toBe(0)
  expect(await isStored(id)).toBe(true)
  expect(counted).toHaveLength(1)
})

test('errors are accepted while the store is down', async () => {
  const down = openTemporaryStore([writtenClientErrors])
  await down.close()
  const replica = await fixture.startReplica(down)
  for (let round = 0; round < 2; round++) {
    const answer = await fixture.send(clientErrorBatch([clientErrorEntry()]), { to: replica })
    expect(answer).toMatchObject({ status: 200, body: { accepted: 1 } })
  }
  expect(fixture.entries()).toHaveLength(2)
  await replica.close()
})

test('ids that an earlier release reserved for unwritten lines count as new', () => {
  const batch = { id: 'a', ids: ['b'], at: '2026-03-01T12:00:00.000Z' }
  expect(writtenClientErrors.migrate?.({ ...batch, claimedUntil: batch.at }, 1)).toEqual({
    ...batch,
    ids: [],
  })
  expect(writtenClientErrors.migrate?.(batch, 1)).toEqual(batch)
})
