import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, onTestFinished, test } from 'vitest'

import { members } from '#server/modules/people/members/collection.ts'
import { oldPeople, people } from '#server/store/contract/fixture.ts'
import type { AnyCollection } from '#server/store/port.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'
import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'

import { migrateCollection } from './migrate.ts'

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

const storeOldPeople = (folder: string) =>
  openIn(folder, [oldPeople]).transact(async (tx) => {
    for (let at = 100; at < 130; at++) tx.put(oldPeople, { id: `p${at}`, name: `First${at} Last${at}` })
  })

test('every outdated document is stored anew, and a second run finds nothing to do', async () => {
  const folder = emptyFolder()
  await storeOldPeople(folder)
  const store = openIn(folder, [people])
  expect(await store.count(people, { orderBy: 'last' })).toBe(0)

  expect(await migrateCollection(store, people)).toBe(30)
  expect(await store.count(people, { orderBy: 'last' })).toBe(30)
  expect(await migrateCollection(store, people)).toBe(0)
})

test('a migration that is killed at any batch, before or after its commit, is completed by the next', async () => {
  for (const isCommitted of [false, true])
    for (let batch = 1; batch <= 4; batch += 1) {
      const folder = emptyFolder()
      await storeOldPeople(folder)
      const store = openIn(folder, [people])
      let batches = 0
      const dying: typeof store = {
        ...store,
        async transact(...call) {
          batches += 1
          if (batches < batch || isCommitted) await store.transact(...call)
          if (batches === batch) throw new Error('killed')
          return undefined as never
        },
      }
      await expect(migrateCollection(dying, people)).rejects.toThrow('killed')
      await store.close()

      const next = openIn(folder, [people])
      await migrateCollection(next, people)
      expect(await next.count(people, { orderBy: 'last' })).toBe(30)
      expect(await next.get(people, 'p129')).toMatchObject({ first: 'First129', last: 'Last129' })
      expect(await next.outdated(people, 1)).toEqual([])
      await next.close()
    }
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
