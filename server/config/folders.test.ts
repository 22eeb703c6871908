import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { findFolder, type Folder } from './folders.ts'

// Not in the folder for temporary files of `npm test`, which no other user can enter.
const folder = mkdtempSync('/tmp/config-folders-')
const at = (name: string) => join(folder, name)
beforeAll(() => {
  writeFileSync(at('file'), '')
  symlinkSync(at('nowhere'), at('link'))
  mkdirSync(at('read-only'))
  chmodSync(folder, 0o755)
  chmodSync(at('read-only'), 0o555)
})
afterAll(() => rmSync(folder, { recursive: true }))

const problemOf = async (name: string) => (await findFolder(at(name))).problem

test('a folder that can be written, or created, has no problem', async () => {
  expect(await findFolder(folder)).toMatchObject({ exists: true, problem: undefined })
  const created = await findFolder(at('data/deep/down'))
  expect(created).toMatchObject({ exists: false, problem: undefined })
  expect(created.device).toBe((await findFolder(folder)).device)
  expect(readdirSync(folder)).not.toContain('data')
})

test('a file, and a path below a file, is not accepted as a folder', async () => {
  expect(await problemOf('file')).toBe('is not a folder')
  expect(await problemOf('file/data/deep')).toBe(`cannot be created: ${at('file')} is not a folder`)
})

test('a broken link is reported as unreachable', async () => {
  expect(await problemOf('link')).toBe('cannot be reached')
  expect(await problemOf('link/data')).toBe(`cannot be created: ${at('link')} cannot be reached`)
})

test('a folder of another user cannot be written, and no folder can be created in it', () => {
  // Runs in a separate process: root may write everything, and a process that drops its privileges cannot
  // regain them.
  const program = `
    import { findFolder } from ${JSON.stringify(join(import.meta.dirname, 'folders.ts'))}
    if (process.getuid() === 0) process.setuid(65534)
    const found = await Promise.all(process.argv.slice(1).map(findFolder))
    console.log(JSON.stringify(found.map(({ problem }) => problem)))`
  const paths = [at('read-only'), at('read-only/data/deep')]
  const args = ['--input-type=module', '--eval', program, ...paths]
  const problems = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8' }),
  ) as Folder['problem'][]
  expect(problems).toEqual([
    'cannot be written by this user',
    `cannot be created by this user in ${at('read-only')}`,
  ])
})
