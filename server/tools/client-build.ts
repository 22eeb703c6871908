import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { glob, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import type { Language } from '#shared/lib/language/languages.ts'

const ROOT = join(import.meta.dirname, '../..')
const stampOf = (language: Language) =>
  join(ROOT, `dist/client-built-from${language === 'en' ? '' : `-${language}`}`)
const LOCK = join(ROOT, 'dist/client-building')
const INPUTS = ['client/**/*', 'shared/**/*.{ts,json}', 'docs/guide/**/*', 'package-lock.json']
const NOT_BUILT = /\.test\.tsx?$|^client\/e2e\//

/** Builds the client unless the existing build is current. Safe to call from many processes at once. */
export async function buildClient(language: Language = 'en') {
  if (await isFresh(language)) return
  await mkdir(join(ROOT, 'dist'), { recursive: true })
  await acquireLock()
  try {
    if (await isFresh(language)) return
    const inputs = await fingerprint()
    await runVite(language)
    await writeFile(stampOf(language), inputs)
  } finally {
    await rm(LOCK, { force: true })
  }
}

async function isFresh(language: Language) {
  const built = await readFile(stampOf(language), 'utf8').catch(() => undefined)
  return built !== undefined && built === (await fingerprint())
}

async function fingerprint() {
  const hash = createHash('sha256')
  const paths = await Array.fromAsync(glob(INPUTS, { cwd: ROOT }))
  for (const path of paths.toSorted()) {
    if (NOT_BUILT.test(path)) continue
    const { mtimeMs, size } = await stat(join(ROOT, path))
    hash.update(`${path} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex')
}

async function runVite(language: Language) {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', 'client', '--config', 'client/vite.config.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Vitest sets it to "test", which would build React's development version.
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', BUILD_LANGUAGE: language },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (output += text.toString()))
  }
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`The client build failed.\n${output}`)
}

/** The lock names its holder, so that a holder that was killed does not keep it for ever. */
async function acquireLock() {
  for (;;) {
    try {
      await writeFile(LOCK, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = Number(await readFile(LOCK, 'utf8').catch(() => ''))
    if (holder && !isRunning(holder)) await rm(LOCK, { force: true })
    await wait(100)
  }
}

function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
