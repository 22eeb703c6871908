import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'

import { counters, note, notes, putNotes } from '#server/store/contract/fixture.ts'
import { DATABASE_FILE, openSqliteStore } from '#server/store/sqlite/store.ts'

import { backUp, restore } from './backup.ts'

const SECRET = 'a secret of the test'
const KEY = 'a key that only this test and its backups know'
const open = (dataDir: string) => openSqliteStore({ dataDir, secret: SECRET, collections: [notes, counters] })

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { dataDir: join(folder, 'data'), file: join(folder, 'backups/one.backup'), folder }
}

/** A closed store with three notes. */
async function newStore(dataDir: string, text = 'before') {
  const store = open(dataDir)
  await putNotes(
    store,
    ['a', 'b', 'c'].map((id) => note(id, { text })),
  )
  await store.close()
}

async function textsIn(dataDir: string) {
  const store = open(dataDir)
  const { items } = await store.find(notes, { limit: 10 })
  await store.close()
  return items.map(({ text }) => text)
}

test('a backup under load has everything that was acknowledged before it, also after the server was killed', async () => {
  const { dataDir, file } = newFolder()
  const writer = spawn(
    process.execPath,
    [join(import.meta.dirname, '../sqlite/test-process.ts'), dataDir, 'increment', '1000000'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void writer.kill('SIGKILL'))
  const acknowledged = await countAcknowledged(writer)
  await acknowledged.atLeast(50)

  const before = acknowledged.count()
  await backUp({ dataDir, file, key: KEY })
  await acknowledged.atLeast(before + 50)
  writer.kill('SIGKILL')
  await once(writer, 'exit')
  const after = acknowledged.count()

  const { kept } = await restore({ dataDir, file, key: KEY })
  const restored = await countIn(dataDir)
  expect(restored).toBeGreaterThanOrEqual(before)
  expect(restored).toBeLessThan(after)
  // Later changes are not lost either: the file that was kept has them.
  const other = newFolder()
  await restore({ dataDir: other.dataDir, file: kept! })
  expect(await countIn(other.dataDir)).toBeGreaterThanOrEqual(after)
})

test('a backup is readable by its owner only, and an encrypted one only with its key', async () => {
  const { dataDir, file, folder } = newFolder()
  await newStore(dataDir, 'a private word')
  const plain = join(folder, 'plain.backup')
  expect(await backUp({ dataDir, file: plain })).toMatchObject({ documents: 3 })
  await backUp({ dataDir, file, key: KEY })
  expect([statSync(plain).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o600, 0o600])
  expect(readFileSync(plain).includes('a private word')).toBe(true)
  expect(readFileSync(file).includes('a private word')).toBe(false)
  await expect(restore({ dataDir, file })).rejects.toThrow('needs BACKUP_KEY')
  await expect(restore({ dataDir, file, key: `${KEY}!` })).rejects.toThrow('BACKUP_KEY is not its key')
  // The attempts have left no files.
  expect(readdirSync(dataDir).filter((name) => !name.startsWith(`${DATABASE_FILE}-`))).toEqual([
    DATABASE_FILE,
  ])
  expect(readdirSync(join(folder, 'backups'))).toEqual(['one.backup'])
})

test('a restore brings back the backed-up documents, and keeps the previous store beside it', async () => {
  const { dataDir, file } = newFolder()
  await newStore(dataDir)
  await backUp({ dataDir, file })
  await newStore(dataDir, 'after')
  expect(await restore({ dataDir, file })).toMatchObject({
    documents: 3,
    kept: expect.stringContaining('.before-'),
  })
  expect(await textsIn(dataDir)).toEqual(['before', 'before', 'before'])
})

test('several restores within a second each keep the store that they replace', async () => {
  const { dataDir, file, folder } = newFolder()
  await newStore(dataDir, 'first')
  await backUp({ dataDir, file })
  await newStore(dataDir, 'second')
  const { kept: second } = await restore({ dataDir, file })
  const { kept: first } = await restore({ dataDir, file })
  expect(await textsIn(dataDir)).toEqual(['first', 'first', 'first'])
  for (const [kept, text] of [[first, 'first'] as const, [second, 'second'] as const]) {
    const restored = join(folder, text)
    await restore({ dataDir: restored, file: kept! })
    expect(await textsIn(restored)).toEqual([text, text, text])
  }
})

test('a leftover log is not applied to the restored store', async () => {
  const { dataDir, file } = newFolder()
  await newStore(dataDir)
  await backUp({ dataDir, file })
  const other = newFolder()
  const killed = open(other.dataDir)
  await putNotes(killed, [note('a', { text: 'of another time' })])
  mkdirSync(join(dataDir, 'new'))
  cpSync(`${join(other.dataDir, DATABASE_FILE)}-wal`, `${join(dataDir, 'new', DATABASE_FILE)}-wal`)
  await killed.close()
  await restore({ dataDir: join(dataDir, 'new'), file })
  expect(await textsIn(join(dataDir, 'new'))).toEqual(['before', 'before', 'before'])
})

test('a restore is refused while a server has the store open', async () => {
  const { dataDir, file } = newFolder()
  await newStore(dataDir)
  await backUp({ dataDir, file })
  const running = open(dataDir)
  await running.get(notes, 'a')
  await expect(restore({ dataDir, file })).rejects.toThrow('Stop it first')
  await running.close()
  expect(await textsIn(dataDir)).toHaveLength(3)
})

test.for<[string, (file: string) => void, string]>([
  ['a foreign file', (file) => writeFileSync(file, 'name,email\nAda,ada@example.org\n'), 'is not a backup'],
  ['an empty file', (file) => writeFileSync(file, ''), 'is not a backup'],
  ['the database of another program', (file) => foreignDatabase(file), 'not a store of this product'],
  ['a plain backup that was cut off', (file) => cut(file), 'damaged'],
])('%s is refused, and the data stays', async ([, change, message]) => {
  const { dataDir, file } = newFolder()
  await newStore(dataDir)
  await backUp({ dataDir, file })
  change(file)
  await expect(restore({ dataDir, file })).rejects.toThrow(message)
  expect(await textsIn(dataDir)).toHaveLength(3)
})

test.for<[string, (file: string) => void]>([
  ['cut off', (file) => cut(file)],
  ['cut off within its header', (file) => truncateSync(file, 20)],
  ['changed in one byte', (file) => flip(file, 9_000)],
  ['changed in its header', (file) => flip(file, 12)],
])('an encrypted backup that was %s is refused', async ([, change]) => {
  const { dataDir, file } = newFolder()
  await newStore(dataDir)
  await backUp({ dataDir, file, key: KEY })
  change(file)
  await expect(restore({ dataDir, file, key: KEY })).rejects.toThrow('is incomplete')
  expect(await textsIn(dataDir)).toHaveLength(3)
})

test('an existing file or a folder is not overwritten, and a folder without data is not backed up', async () => {
  const { dataDir, file, folder } = newFolder()
  await newStore(dataDir)
  await backUp({ dataDir, file })
  await expect(backUp({ dataDir, file })).rejects.toThrow('exists already')
  await expect(backUp({ dataDir, file: folder })).rejects.toThrow(`${folder} is a folder`)
  await expect(restore({ dataDir, file: folder })).rejects.toThrow(`${folder} is a folder, not a file`)
  await expect(backUp({ dataDir: folder, file: `${file}.2` })).rejects.toThrow('There is no data')
  await expect(restore({ dataDir, file: `${file}.3` })).rejects.toThrow('does not exist')
})

test('a backup that cannot be written leaves no file', async () => {
  const { dataDir, folder } = newFolder()
  await newStore(dataDir)
  writeFileSync(join(folder, 'file'), '')
  await expect(backUp({ dataDir, file: join(folder, 'file/one.backup') })).rejects.toThrow('EEXIST')
  expect(readdirSync(folder).toSorted()).toEqual(['data', 'file'])
})

function foreignDatabase(file: string) {
  rmSync(file)
  const db = new DatabaseSync(file)
  db.exec('CREATE TABLE songs (title TEXT)')
  db.close()
}

const cut = (file: string) => truncateSync(file, statSync(file).size - 5_000)

function flip(file: string, position: number) {
  const bytes = readFileSync(file)
  bytes[position]! ^= 1
  writeFileSync(file, bytes)
}

async function countIn(dataDir: string) {
  const store = open(dataDir)
  const counter = await store.get(counters, 'shared')
  await store.close()
  return counter?.count ?? 0
}

/** Starts the increments, and counts those that the process has reported. */
async function countAcknowledged(writer: ChildProcess) {
  let latest = 0
  const waiting: { count: number; resolve: () => void }[] = []
  const ready = Promise.withResolvers<void>()
  createInterface(writer.stdout!).on('line', (line) => {
    ready.resolve()
    latest = Number(line) || latest
    for (const { count, resolve } of waiting) if (latest >= count) resolve()
  })
  await ready.promise
  writer.stdin!.write('go\n')
  return {
    count: () => latest,
    atLeast: (count: number) => new Promise<void>((resolve) => void waiting.push({ count, resolve })),
  }
}
