import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'

const folder = mkdtempSync(join(tmpdir(), 'existing-store-'))
const mistyped = join(folder, 'dta')
const images = join(folder, 'images')
beforeAll(() => mkdirSync(images))
afterAll(() => rmSync(folder, { recursive: true }))

/** @returns the exit code, and the output of the command */
async function run(args: readonly string[], env: Record<string, string> = {}) {
  const [task, ...rest] = args
  const settings = {
    FIREBASE_API_KEY: 'key',
    FIREBASE_AUTH_DOMAIN: 'auth.test',
    FIREBASE_PROJECT_ID: 'demo-test',
    FIREBASE_APP_ID: 'app',
    DATA_DIR: mistyped,
    IMAGES_DIR: images,
    ...env,
  }
  const command = [join(import.meta.dirname, `../${task}.ts`), ...rest]
  return promisify(execFile)(process.execPath, command, { env: settings }).then(
    ({ stdout }) => [0, stdout],
    ({ code, stderr }: { code: number; stderr: string }) => [code, stderr],
  )
}

describe('in a folder without a store', { timeout: HANG_TIMEOUT }, () => {
  test.for([
    ['check-store'],
    ['migrate'],
    ['move-images', '--to', 'folder'],
    ['move-images', '--to', 'store'],
    ['copy-store', '--from', 'sqlite', '--to', 'firestore'],
    ['backup', join(folder, 'backups/one.backup')],
  ])('%s reports that there is no store, and creates nothing', async (command) => {
    expect(await run(command)).toEqual([
      1,
      `There is no store in ${mistyped}. Check DATA_DIR: the server creates its store when it first starts.\n`,
    ])
    expect(readdirSync(folder)).toEqual(['images'])
  })
})

test('images are not moved to a missing folder', { timeout: HANG_TIMEOUT }, async () => {
  const env = { IMAGES_DIR: join(folder, 'imags') }
  expect(await run(['move-images', '--to', 'store'], env)).toEqual([
    1,
    expect.stringContaining(`There is no folder ${env.IMAGES_DIR}. Check IMAGES_DIR`),
  ])
  expect(readdirSync(folder)).toEqual(['images'])
})
