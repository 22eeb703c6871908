import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { expect, onTestFinished, test } from 'vitest'

const BOOTSTRAP = join(import.meta.dirname, 'bootstrap.mjs')

/** Runs it in an empty project, with an npm that fails in the given way. */
async function bootstrapWith(npm: string) {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-bootstrap-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const script = join(folder, 'server/tasks/bootstrap.mjs')
  await mkdir(dirname(script), { recursive: true })
  await copyFile(BOOTSTRAP, script)
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin/npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 })
  const env = { PATH: `${join(folder, 'bin')}:/usr/bin:/bin` }
  return promisify(execFile)(process.execPath, [script, 'any.ts'], { env }).catch(
    (failure: { code: number; stderr: string }) => failure,
  )
}

const failing = (complaint: string) =>
  bootstrapWith(`[ "$1" = --version ] && echo 11.0.0 && exit 0; echo "${complaint}" >&2; exit 1`)

test.each([
  ['npm error code ENOTFOUND', 'npm cannot reach its registry. Check the network or proxy and try again.'],
  ['npm error ENOSPC: no space left on device', 'The disk is full. Free about 1 GB and try again.'],
  ['npm error code EUSAGE', 'package-lock.json does not match package.json. Run npm install once.'],
])('the npm error "%s" is explained in one sentence', async (complaint, sentence) => {
  expect(await failing(complaint)).toMatchObject({ code: 1, stderr: `${sentence}\n` })
})

test('an unexpected error of npm is shown unchanged', async () => {
  expect(await failing('npm error something else')).toMatchObject({
    code: 1,
    stderr: 'npm ci failed:\nnpm error something else\n',
  })
})

test('an npm that is too old for the lockfile is refused', async () => {
  expect(await bootstrapWith('echo 6.14.4')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^npm 6\.14\.4 is too old\. /),
  })
})
