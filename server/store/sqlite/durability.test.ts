import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'
import { counters, increment, note, notes, putNotes } from '#server/store/contract/fixture.ts'
import { AlreadyExists, StoreUnavailable } from '#server/store/port.ts'

import { DATABASE_FILE, openSqliteStore } from './store.ts'

type Sync = (descriptor: number) => Promise<void>

function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function open(sync: Sync, dataDir = emptyFolder()) {
  const store = openSqliteStore({
    dataDir,
    secret: 'a secret of the test',
    collections: [notes, counters],
    sync,
  })
  onTestFinished(() => store.close())
  return store
}

const burst = (count: number, work: (at: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

test('transactions that are ready at the same time share a disk sync', async () => {
  const sync = vi.fn<Sync>(async () => {})
  const store = open(sync)
  await burst(40, (at) => increment(store, `counter-${at}`))
  expect(sync.mock.calls.length).toBeLessThanOrEqual(20)
})

test('reads are answered while a write waits for the disk, and the write only after it', async () => {
  const disk = Promise.withResolvers<void>()
  const store = open(() => disk.promise)
  let isAnswered = false
  const write = putNotes(store, [note('a')]).then(() => (isAnswered = true))
  await expect.poll(() => store.get(notes, 'a')).toBeDefined()
  expect(await store.count(notes, {})).toBe(1)
  expect(isAnswered).toBe(false)
  disk.resolve()
  await write
})

test('a transaction resolves only once what it has read is durable', async () => {
  const disk = Promise.withResolvers<void>()
  const store = open(() => disk.promise)
  const answers: string[] = []
  const write = putNotes(store, [note('a')]).then(() => answers.push('written'))
  await expect.poll(() => store.get(notes, 'a')).toBeDefined()
  const others = [
    store.transact((tx) => tx.get(notes, 'a')).then(() => answers.push('read')),
    store.transact(async (tx) => tx.create(notes, note('a'))).catch(() => answers.push('refused')),
  ]
  // Queued after both of them.
  await expect(store.transact(async () => {}, { deadline: 0 })).rejects.toThrow(StoreUnavailable)
  expect(answers).toEqual([])
  disk.resolve()
  await Promise.all([write, ...others])
  expect(answers.toSorted()).toEqual(['read', 'refused', 'written'])
})

test('a transaction that fails or loses a race does not affect others in its batch', async () => {
  const store = open(async () => {})
  await putNotes(store, [note('n3')])
  const results = await Promise.allSettled([
    ...Array.from({ length: 6 }, (_, at) => store.transact(async (tx) => tx.create(notes, note(`n${at}`)))),
    ...Array.from({ length: 6 }, () => increment(store, 'shared')),
  ])
  const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(failed).toEqual([expect.any(AlreadyExists)])
  expect(await store.count(notes, {})).toBe(6)
  expect((await store.get(counters, 'shared'))?.count).toBe(6)
})

test('a failed disk sync fails the waiting writes, and later writes are refused', async () => {
  const dataDir = emptyFolder()
  const error = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
  const sync = vi.fn<Sync>(async () => {})
  const store = open(sync, dataDir)
  await putNotes(store, [note('a')])
  sync.mockRejectedValueOnce(error)
  const writes = await Promise.allSettled([putNotes(store, [note('b')]), putNotes(store, [note('c')])])
  expect(writes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const calls = sync.mock.calls.length
  await expect(putNotes(store, [note('d')])).rejects.toThrow(StoreUnavailable)
  await expect(store.ping()).rejects.toThrow('The store refuses writes')
  expect(sync.mock.calls.length).toBe(calls)
  expect(await store.get(notes, 'a')).toBeDefined()
  expect(await store.transact((tx) => tx.get(notes, 'd'))).toBeUndefined()
})

test(
  'every write that has resolved is in the files as they were at the start of a disk sync',
  { timeout: HANG_TIMEOUT },
  async () => {
    const dataDir = emptyFolder()
    const files = [DATABASE_FILE, `${DATABASE_FILE}-wal`]
    /** The state after a loss of power, without anything that was written later. */
    let durable: string | undefined
    let begun = 0
    const store = open(async () => {
      const copy = join(dataDir, `copy-${(begun += 1)}`)
      mkdirSync(copy)
      for (const file of files) copyFileSync(join(dataDir, file), join(copy, file))
      await new Promise((resolve) => setTimeout(resolve, 2))
      durable = copy
    }, dataDir)
    const answered: { id: string; durable: string }[] = []
    await burst(8, async (client) => {
      for (let at = 0; at < 8; at++) {
        const id = `n${client}-${at}`
        await putNotes(store, [note(id, { text: 'x'.repeat(20_000) })])
        answered.push({ id, durable: durable! })
      }
    })
    expect(answered).toHaveLength(64)
    for (const [copy, notesInIt] of Map.groupBy(answered, (each) => each.durable)) {
      const left = open(async () => {}, copy)
      const ids = notesInIt.map(({ id }) => id)
      expect((await left.getMany(notes, ids)).map((each) => each?.id)).toEqual(ids)
      await left.close()
    }
  },
)

test(
  'the log stays small under many writes, and a restart finds all documents',
  { timeout: HANG_TIMEOUT },
  async () => {
    const dataDir = emptyFolder()
    const store = open(async () => {}, dataDir)
    const text = 'x'.repeat(400_000)
    for (let at = 0; at < 250; at++) await putNotes(store, [note(`n${at}`, { text })])
    // 100 MB were written.
    expect(statSync(join(dataDir, `${DATABASE_FILE}-wal`)).size).toBeLessThan(70_000_000)
    await store.close()
    expect(await open(async () => {}, dataDir).count(notes, {})).toBe(250)
  },
)
