import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
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
import { expect, onTestFinished, test } from 'vitest'

import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'
import { counters, note, notes, putNotes } from '#server/store/contract/fixture.ts'
import { DATABASE_FILE, openSqliteStore } from '#server/store/sqlite/store.ts'

import { backUp, restore } from './backup.ts'

const PAGE = 4096
const WORKER = join(import.meta.dirname, '../sqlite/test-process.ts')

type Damage = [string, (store: string) => void]
const DAMAGE: Damage[] = [
  ['replaced by random bytes', (store) => writeFileSync(store, randomBytes(5 * PAGE))],
  ['overwritten in its first page', (store) => overwrite(store, 0)],
  ['overwritten in its other pages', (store) => overwrite(store, PAGE)],
  ['cut off in the middle', (store) => truncateSync(store, statSync(store).size - 5_000)],
  ['cut off in its first page', (store) => truncateSync(store, 1_000)],
  ['cut off in its header', (store) => truncateSync(store, 50)],
  ['emptied', (store) => truncateSync(store)],
]

test.for(DAMAGE)('a restore replaces a store that was %s, and keeps it', async ([, damage]) => {
  const { dataDir, file, store } = await withBackup()
  damage(store)
  const damaged = readFileSync(store)
  const { kept } = await restore({ dataDir, file })
  expect(await textsIn(dataDir)).toEqual(['before', 'before', 'before'])
  expect(readFileSync(kept!).subarray(PAGE)).toEqual(damaged.subarray(PAGE))
  expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('the log of a damaged store is kept completely', { timeout: HANG_TIMEOUT }, async () => {
  const { dataDir, file, store } = await withBackup()
  const server = await start(dataDir)
  server.stdin.write('go\n')
  await once(server.stdout, 'data')
  server.kill('SIGKILL')
  await once(server, 'exit')
  const log = readFileSync(`${store}-wal`)
  expect(log.length).toBeGreaterThan(PAGE)
  for (const [name, damage] of DAMAGE) {
    const folder = join(dataDir, '..', name)
    cpSync(dataDir, folder, { recursive: true })
    damage(join(folder, DATABASE_FILE))
    const { kept } = await restore({ dataDir: folder, file })
    // The log is unchanged, or SQLite has merged it into the file.
    const isWhole = existsSync(`${kept}-wal`)
      ? readFileSync(`${kept}-wal`).equals(log)
      : readFileSync(kept!).includes(log.subarray(-PAGE))
    expect([name, await textsIn(folder), isWhole]).toEqual([name, ['before', 'before', 'before'], true])
  }
})

test(
  'a restore is refused while a server has the store open, however damaged the store is',
  { timeout: HANG_TIMEOUT },
  async () => {
    const { dataDir, file, store } = await withBackup()
    await start(dataDir)
    const whole = readFileSync(store)
    for (const log of ['with', 'without']) {
      if (log === 'without') rmSync(`${store}-wal`)
      for (const [name, damage] of DAMAGE) {
        writeFileSync(store, whole)
        damage(store)
        const before = filesIn(dataDir)
        const refusal = await restore({ dataDir, file }).catch(String)
        expect([name, log, refusal]).toEqual([
          name,
          log,
          expect.stringContaining(`${store} open. Stop it first`),
        ])
        expect(filesIn(dataDir)).toEqual(before)
      }
    }
  },
)

test('a refusal names the file that the operator gave', async () => {
  const { dataDir, file, store } = await withBackup()
  truncateSync(file, statSync(file).size - 5_000)
  await expect(restore({ dataDir, file })).rejects.toThrow(`${file} is damaged`)
  overwrite(store, 0)
  await expect(backUp({ dataDir, file: `${file}.2` })).rejects.toThrow(
    `${store} cannot be read or written: the file is not a database`,
  )
})

test('a backup of a damaged store is refused with the name of the store', async () => {
  const { dataDir, file, store } = await withBackup()
  overwrite(store, PAGE)
  await expect(backUp({ dataDir, file: `${file}.2` })).rejects.toThrow(`${store} is damaged`)
})

/** A closed store with three notes, and its backup. */
async function withBackup() {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-restore-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  const file = join(folder, 'one.backup')
  const store = open(dataDir)
  await putNotes(
    store,
    ['a', 'b', 'c'].map((id) => note(id, { text: 'before' })),
  )
  await store.close()
  await backUp({ dataDir, file })
  return { dataDir, file, store: join(dataDir, DATABASE_FILE) }
}

const filesIn = (folder: string) =>
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')])

/** A process that has the store open, and writes to its log on demand. */
async function start(dataDir: string) {
  const server = spawn(process.execPath, [WORKER, dataDir, 'increment', '1000000'])
  onTestFinished(() => void server.kill('SIGKILL'))
  await once(server.stdout, 'data')
  return server
}

function open(dataDir: string) {
  return openSqliteStore({ dataDir, secret: 'a secret of the test', collections: [notes, counters] })
}

async function textsIn(dataDir: string) {
  const store = open(dataDir)
  const { items } = await store.find(notes, { limit: 10 })
  await store.close()
  return items.map(({ text }) => text)
}

function overwrite(store: string, from: number) {
  const bytes = readFileSync(store)
  randomBytes(Math.min(PAGE, bytes.length - from)).copy(bytes, from)
  writeFileSync(store, bytes)
}
