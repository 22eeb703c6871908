import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, onTestFinished, test } from 'vitest'

import { note, notes, putNotes } from '#server/store/contract/fixture.ts'
import { backUp } from '#server/store/backups/backup.ts'
import { DATABASE_FILE, openSqliteStore } from '#server/store/sqlite/store.ts'
import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'

test('the restore command prints its result for the operator', { timeout: HANG_TIMEOUT }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'restore-command-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [dataDir, file] = [join(folder, 'data'), join(folder, 'one.backup')]
  const store = openSqliteStore({ dataDir, secret: 'a secret of the test', collections: [notes] })
  await putNotes(store, [note('a')])
  await store.close()
  await backUp({ dataDir, file })

  writeFileSync(join(dataDir, DATABASE_FILE), 'no database')
  expect(await restore(dataDir, file)).toEqual([
    0,
    expect.stringMatching(
      /^Restored 1 documents, .+\nThe previous store is in .+store\.sqlite\.before-\w+\.\n$/,
    ),
  ])
  const mistyped = join(folder, 'dta')
  expect(await restore(mistyped, file)).toEqual([
    0,
    expect.stringMatching(`^Restored 1 documents, .+\nThere was no store in ${mistyped} before\\. If you `),
  ])
  truncateSync(file, 5_000)
  expect(await restore(dataDir, file)).toEqual([1, `${file} is damaged.\n`])
})

/** @returns the exit code, and the output of the command */
async function restore(dataDir: string, file: string) {
  const env = {
    FIREBASE_API_KEY: 'key',
    FIREBASE_AUTH_DOMAIN: 'auth.test',
    FIREBASE_PROJECT_ID: 'demo-test',
    FIREBASE_APP_ID: 'app',
    DATA_DIR: dataDir,
  }
  const command = [join(import.meta.dirname, 'restore.ts'), file]
  return promisify(execFile)(process.execPath, command, { env }).then(
    ({ stdout }) => [0, stdout],
    ({ code, stderr }: { code: number; stderr: string }) => [code, stderr],
  )
}
