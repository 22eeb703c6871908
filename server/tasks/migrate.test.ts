import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, onTestFinished, test } from 'vitest'

import { meetings } from '#server/features/meetings/collection.ts'
import { members } from '#server/features/members/collection.ts'
import { oldPeople, people } from '#server/store/contract-fixture.ts'
import type { AnyCollection } from '#server/store/port.ts'
import { openSqliteStore } from '#server/store/sqlite.ts'
import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'
import { meetingDocument } from '#server/testing/meetings.ts'

import { addDueDays, migrateCollection } from './migrate.ts'

function openIn(dataDir: string, collections: readonly AnyCollection[]) {
  const store = openSqliteStore({ dataDir, secret: 'a secret of the test', collections })
  onTestFinished(() => store.close())
  return store
}

function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'migrate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('every outdated document is stored anew, and a second run finds nothing to do', async () => {
  const folder = emptyFolder()
  await openIn(folder, [oldPeople]).transact(async (tx) => {
    for (let at = 100; at < 130; at++) tx.put(oldPeople, { id: `p${at}`, name: `First${at} Last${at}` })
  })
  const store = openIn(folder, [people])
  expect(await store.count(people, { orderBy: 'last' })).toBe(0)

  expect(await migrateCollection(store, people)).toBe(30)
  expect(await store.count(people, { orderBy: 'last' })).toBe(30)
  expect(await migrateCollection(store, people)).toBe(0)
})

test('promises of a release without reminders are found on the day on which they are due', async () => {
  const store = openIn(emptyFolder(), [meetings])
  const promise = { id: 'p', text: 'Send the sketches', owner: 'ada', to: 'ben', state: 'open' as const }
  const held = (id: string, state: 'open' | 'done') => {
    const promises = [{ ...promise, state, dueOn: '2031-01-01' }]
    const { dueDays: _, ...meeting } = meetingDocument(id, ['ada', 'ben'], { state: 'held', promises })
    return meeting
  }
  await store.transact(async (tx) => {
    tx.put(meetings, held('open', 'open'))
    tx.put(meetings, held('done', 'done'))
  })
  const due = { contains: { field: 'dueDays', value: '2031-01-01' }, limit: 10 }
  expect((await store.find(meetings, due)).items).toEqual([])
  expect(await addDueDays(store, Date.now)).toBe(1)
  expect((await store.find(meetings, due)).items.map(({ id }) => id)).toEqual(['open'])
  expect(await addDueDays(store, Date.now)).toBe(0)
})

test('the command migrates the store that the environment names', { timeout: HANG_TIMEOUT }, async () => {
  const dataDir = emptyFolder()
  openIn(dataDir, [members])
  const env = {
    DATA_DIR: dataDir,
    FIREBASE_API_KEY: 'key',
    FIREBASE_AUTH_DOMAIN: 'auth.test',
    FIREBASE_PROJECT_ID: 'demo-test',
    FIREBASE_APP_ID: 'app',
  }
  const task = join(import.meta.dirname, 'migrate.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [task], { env })
  expect(stdout).toContain(`members: 0 to version ${members.schemaVersion}\n`)
})

test('the command names each missing setting, without a stack', { timeout: HANG_TIMEOUT }, async () => {
  const task = join(import.meta.dirname, 'migrate.ts')
  const run = promisify(execFile)(process.execPath, [task], { env: { DATA_DIR: emptyFolder() } })
  const { code, stderr } = (await run.catch((error: unknown) => error)) as { code: number; stderr: string }
  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toEqual(
    ['FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN', 'FIREBASE_PROJECT_ID', 'FIREBASE_APP_ID'].map(
      (name) => `Missing required env: ${name}`,
    ),
  )
})
