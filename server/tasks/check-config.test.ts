import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'check-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** @returns the output of the command, and its exit code */
async function check(settings: Record<string, string>) {
  const env = {
    PATH: process.env['PATH'],
    FIREBASE_API_KEY: 'key',
    FIREBASE_AUTH_DOMAIN: 'guildhall.firebaseapp.com',
    FIREBASE_PROJECT_ID: 'guildhall',
    FIREBASE_APP_ID: '1:2:web:3',
    DATA_DIR: folder,
    ...settings,
  }
  const command = promisify(execFile)(process.execPath, ['server/tasks/check-config.ts'], { env })
  return command.then(
    ({ stdout }) => [0, stdout],
    ({ code, stderr }: { code: number; stderr: string }) => [code, stderr],
  )
}

const withKey = (key: string) => check({ GOOGLE_APPLICATION_CREDENTIALS: key })

test('a missing or invalid service account file is an error', async () => {
  const broken = join(folder, 'broken.json')
  writeFileSync(broken, '{')
  const right = join(folder, 'right.json')
  writeFileSync(right, JSON.stringify({ type: 'service_account', project_id: 'guildhall' }))
  // Docker creates a folder when the file that it should mount does not exist.
  const mounted = join(folder, 'mounted.json')
  mkdirSync(mounted)
  for (const [key, reason] of [
    [broken, 'is not a service account file'],
    [join(folder, 'none.json'), 'does not exist'],
    [mounted, 'is a folder, not a file'],
  ] as const)
    expect(await withKey(key)).toEqual([1, `GOOGLE_APPLICATION_CREDENTIALS: ${key} ${reason}.\n`])
  expect(await withKey(right)).toEqual([0, expect.not.stringContaining('GOOGLE')])
})

test('a missing folder is an error only if it cannot be created, and the check does not create it', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  for (const name of ['DATA_DIR', 'BACKUP_DIR', 'IMAGES_DIR'])
    expect(await check({ [name]: join(file, 'deep/down') })).toEqual([
      1,
      `${name}: ${join(file, 'deep/down')} cannot be created: ${file} is not a folder.\n`,
    ])
  expect(await check({ DATA_DIR: join(folder, 'new/data') })).toEqual([0, expect.any(String)])
  expect(readdirSync(folder)).not.toContain('new')
})
