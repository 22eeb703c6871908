import { execFileSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { expect, onTestFinished, test, vi } from 'vitest'

import { SECOND } from '#shared/lib/durations.ts'
import { type Note, note } from '#server/store/contract/fixture.ts'
import { noteViews } from '#server/store/contract/views.ts'
import { StoreUnavailable, ViewsUnavailable } from '#server/store/port.ts'

import { createReplicaViews, openReplicaViews } from './replica.ts'
import { prepareReplica } from './replica-file.ts'
import { sql } from './sql.ts'
import type { View } from './view.ts'

const NOW = '2026-06-02T12:00:00.000Z'
const OLDEST = '2026-06-01T12:00:00.000Z'
const NOTES = [note('a', { title: 'One', tags: ['x'] }), note('b', { title: 'Two', tags: ['x', 'y'] })]

function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'views-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Results of twenty readers at once: the classes of their errors, or the rows. */
async function failuresOf(read: () => Promise<unknown>) {
  const ends = await Promise.allSettled(Array.from({ length: 20 }, read))
  return new Set(ends.map((end) => (end.status === 'rejected' ? end.reason.constructor : end.value)))
}

/** A process whose feed passes on `documents`, either all or only later changes, and is then at `position`. */
async function open(
  folder: string,
  {
    documents = NOTES,
    position = NOW,
    source = 'database',
    views = noteViews,
  }: { documents?: readonly Note[]; position?: string; source?: string; views?: readonly View[] } = {},
) {
  const asked: (string | undefined)[] = []
  const warnings: string[] = []
  let passOn = (_document: Note) => {}
  const replica = await openReplicaViews({
    folder,
    source,
    oldest: () => OLDEST,
    views,
    restore: async () => false,
    log: { info: () => {}, warn: (_facts, message) => void warnings.push(message) },
    openFeed(_collection, listener, since) {
      asked.push(since)
      passOn = listener.put
      let isRead = false
      return {
        async sync() {
          if (!isRead) for (const document of documents) listener.put(document)
          isRead = true
        },
        position: () => position,
        close: () => {},
      }
    },
  })
  onTestFinished(replica.close)
  const titles = async () =>
    (await replica.read())
      .all<{ title: string }>(sql`SELECT title FROM noteRow ORDER BY title`)
      .map(({ title }) => title)
  const tags = async () =>
    (await replica.read()).all<object>(sql`SELECT tag, count FROM tagCount ORDER BY tag`)
  return { ...replica, asked, warnings, titles, tags, passOn: (document: Note) => passOn(document) }
}

async function filled() {
  const folder = emptyFolder()
  const first = await open(folder)
  expect(await first.titles()).toEqual(['One', 'Two'])
  first.close()
  return { folder, file: join(folder, 'views-0.sqlite') }
}

test('a process resumes from its predecessor’s file and position', async () => {
  const { folder } = await filled()
  const changed = [note('b', { title: 'Three', tags: ['z'] })]
  const second = await open(folder, { documents: changed })
  expect(await second.titles()).toEqual(['One', 'Three'])
  expect(await second.tags()).toEqual([
    { tag: 'x', count: 1 },
    { tag: 'z', count: 1 },
  ])
  expect(second.asked).toEqual([NOW])
  expect(second.warnings).toEqual([])
  expect(second.bytes()).toBeGreaterThan(10_000)
})

test('a file is filled again if changes since its position are no longer on record', async () => {
  const folder = emptyFolder()
  const first = await open(folder, { position: '2026-05-01T00:00:00.000Z' })
  await first.titles()
  first.close()
  const second = await open(folder, { documents: NOTES.slice(1) })
  expect(await second.titles()).toEqual(['Two'])
  expect(second.asked).toEqual([undefined])
})

test('an incomplete file is filled again', async () => {
  const folder = emptyFolder()
  const first = await open(folder)
  first.close()
  const second = await open(folder)
  expect(second.progress()).toBe(0)
  expect(await second.titles()).toEqual(['One', 'Two'])
  expect(second.progress()).toBeUndefined()
})

test('views whose definition has changed are filled again', async () => {
  const { folder } = await filled()
  const second = await open(folder, { views: noteViews.map((view) => ({ ...view, revision: 2 })) })
  expect(await second.titles()).toEqual(['One', 'Two'])
  expect(second.asked).toEqual([undefined])
})

test('views of another database are not shown', async () => {
  const { folder } = await filled()
  const second = await open(folder, { source: 'other database', documents: NOTES.slice(1) })
  expect(await second.titles()).toEqual(['Two'])
})

test.each([
  ['is truncated', (file: string) => truncateSync(file, 20_000)],
  ['is empty', (file: string) => truncateSync(file, 0)],
  ['is no database', (file: string) => writeFileSync(file, 'something else'.repeat(1_000))],
  ['is of a later format', (file: string) => execIn(file, 'PRAGMA user_version = 99')],
  // Its header names a later format of writing, which even root can only read.
  ['is read-only', (file: string) => writeBytes(file, 18, Uint8Array.of(3))],
  ['is of another program', (file: string) => execIn(file, 'DROP TABLE _replica; PRAGMA user_version = 0')],
])('a file that %s is replaced', async (_, damage) => {
  const { folder, file } = await filled()
  damage(file)
  const second = await open(folder)
  expect(await second.titles()).toEqual(['One', 'Two'])
  expect(second.asked).toEqual([undefined])
})

/** Documents that take more than the memory in which SQLite keeps pages. */
const MANY = Array.from({ length: 4_000 }, (_, at) =>
  note(`n${at}`, { title: `${at} ${'-'.repeat(1_000)}`, tags: ['x'] }),
)

/** Overwrites everything after the first page, which has the header and the names of the tables. */
function damagePages(file: string) {
  const page = 4_096
  writeBytes(file, 4 * page, Buffer.alloc(statSync(file).size - 4 * page, 0xa5))
}

test('views whose file is damaged are rebuilt at the start', async () => {
  const folder = emptyFolder()
  const first = await open(folder, { documents: MANY })
  await first.titles()
  first.close()
  damagePages(join(folder, 'views-0.sqlite'))
  const second = await open(folder, { documents: MANY })
  await expect.poll(async () => (await second.titles()).length, { timeout: 10_000 }).toBe(MANY.length)
  expect(second.warnings).toContain('view file damaged: making the views again')
  expect(second.asked.at(-1)).toBeUndefined()
})

test('views whose file is damaged while it is open are rebuilt, and cannot be read until then', async () => {
  const folder = emptyFolder()
  const replica = await open(folder, { documents: MANY })
  await replica.titles()
  damagePages(join(folder, 'views-0.sqlite'))
  expect(await failuresOf(replica.titles)).toEqual(new Set([StoreUnavailable]))
  expect(replica.assertSound).toThrow(ViewsUnavailable)
  await expect.poll(async () => (await replica.titles()).length, { timeout: 10_000 }).toBe(MANY.length)
  expect(replica.assertSound).not.toThrow()
  expect(readdirSync(folder).filter((name) => name.endsWith('.sqlite'))).toEqual(['views-0.sqlite'])
})

test('the delay before a rebuild grows while the file keeps getting damaged', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const folder = emptyFolder()
  const replica = await open(folder, { documents: MANY })
  const rebuiltAfter = async () => {
    await expect(replica.titles()).rejects.toThrow(StoreUnavailable)
    for (let seconds = 0; ; seconds += 5) {
      await vi.advanceTimersByTimeAsync(5 * SECOND)
      for (let turns = 0; turns < 100; turns += 1) await nextTurn()
      const titles = await replica.titles().catch(() => [])
      if (titles.length > 0) return seconds
    }
  }
  await replica.titles()
  const pauses: number[] = []
  for (let time = 0; time < 3; time += 1) {
    damagePages(join(folder, 'views-0.sqlite'))
    pauses.push(await rebuiltAfter())
  }
  expect(pauses).toEqual([0, 5, 15])
})

function writeBytes(file: string, position: number, bytes: Uint8Array) {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, bytes, 0, bytes.length, position)
  closeSync(descriptor)
}

test('a process reads the rows of a process that was killed', async () => {
  const folder = emptyFolder()
  const first = await open(folder)
  await first.titles()
  const left = emptyFolder()
  for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(left, name))
  const second = await open(left, { documents: [] })
  expect(await second.titles()).toEqual(['One', 'Two'])
  expect(second.asked).toEqual([NOW])
})

test.for(['while the tables are filled', 'later'])(
  'a write that failed on a full disk is repeated once there is space: %s',
  async (moment) => {
    const db = new DatabaseSync(':memory:')
    prepareReplica(db)
    let passOn = (_document: Note) => {}
    const replica = createReplicaViews({
      db,
      views: noteViews,
      source: '',
      oldest: '',
      onDamage: () => {},
      log: { info: () => {}, warn: () => {} },
      openFeed(_collection, listener) {
        passOn = listener.put
        return { sync: async () => {}, close: () => {} }
      },
    })
    onTestFinished(replica.close)
    if (moment === 'later') await replica.read()
    const titles = async () => (await replica.read()).all<object>(sql`SELECT title FROM noteRow`)
    const room = (pages: number) => db.exec(`PRAGMA max_page_count = ${pages}`)
    room(1)
    for (const each of NOTES) passOn({ ...each, title: `${each.title}${'-'.repeat(50_000)}` })
    expect(await failuresOf(titles)).toEqual(new Set([StoreUnavailable]))
    expect(replica.assertWritten).toThrow(ViewsUnavailable)
    room(1_000_000)
    expect(replica.assertWritten).not.toThrow()
    expect(await titles()).toHaveLength(2)
  },
)

test('a write that the file system refuses is repeated once it accepts writes', async () => {
  const replica = await open(emptyFolder())
  expect(await replica.titles()).toEqual(['One', 'Two'])
  onTestFinished(() => limitFiles('unlimited'))
  limitFiles('4096')
  replica.passOn(note('a', { title: 'Three' }))
  expect(await failuresOf(replica.titles)).toEqual(new Set([StoreUnavailable]))
  expect(replica.assertSound).toThrow(ViewsUnavailable)
  limitFiles('unlimited')
  expect(replica.assertSound).not.toThrow()
  expect(await replica.titles()).toEqual(['Three', 'Two'])
  expect(replica.warnings).toEqual([])
})

/** @param bytes beyond which Linux refuses writes of this process to any file */
const limitFiles = (bytes: string) =>
  void execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`])

test('processes that share a folder have a file each', async () => {
  const folder = emptyFolder()
  const [first, second] = [await open(folder), await open(folder, { documents: NOTES.slice(1) })]
  expect(await first.titles()).toEqual(['One', 'Two'])
  expect(await second.titles()).toEqual(['Two'])
  expect(readdirSync(folder).filter((name) => name.endsWith('.sqlite'))).toEqual([
    'views-0.sqlite',
    'views-1.sqlite',
  ])
})

test('opening views in a folder that cannot be created is reported as an outage with the folder', async () => {
  const { file } = await filled()
  await expect(open(join(file, 'below'))).rejects.toThrow(StoreUnavailable)
  await expect(open(join(file, 'below'))).rejects.toThrow(`The views cannot be kept in ${file}`)
})

function execIn(file: string, statements: string) {
  const db = new DatabaseSync(file)
  db.exec(statements)
  db.close()
}
