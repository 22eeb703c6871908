import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { glob, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { completeLanguages, type Language } from '#shared/lib/language/languages.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Folder of the built client. */
export const CLIENT = join(ROOT, 'dist/client')
const stampOf = (language: Language) =>
  join(ROOT, `dist/client-built-from${language === 'en' ? '' : `-${language}`}`)
const LOCK = join(ROOT, 'dist/client-building')
const INPUTS = ['client/**/*', 'shared/**/*.{ts,json}', 'docs/guide/**/*', 'package-lock.json']
const NOT_BUILT = /\.test\.tsx?$|^client\/e2e\//

/**
 * Builds the client in these languages, except where the existing build is current. Safe to call from many processes
 * at once.
 */
export async function buildClient(languages = completeLanguages()) {
  if ((await outdated(languages)).length === 0) return
  await mkdir(join(ROOT, 'dist'), { recursive: true })
  await acquireLock()
  try {
    const missing = await outdated(languages)
    const inputs = await fingerprint()
    await buildLanguages(missing)
    for (const language of missing) await writeFile(stampOf(language), inputs)
  } finally {
    await rm(LOCK, { force: true })
  }
}

/** English is always wanted: the server finds the other languages beside its folder. */
async function outdated(languages: readonly Language[]) {
  const inputs = await fingerprint()
  const isCurrent = async (language: Language) =>
    (await readFile(stampOf(language), 'utf8').catch(() => undefined)) === inputs
  const wanted = [...new Set<Language>(['en', ...languages])]
  const current = await Promise.all(wanted.map(isCurrent))
  return wanted.filter((_, at) => !current[at])
}

/**
 * Builds them side by side: much of a build has one thread only. With English, which is always there, comes the code by
 * which the server renders pages in every language.
 * @throws when all have ended and one has failed
 */
export async function buildLanguages(languages: readonly Language[]) {
  const ended = await Promise.allSettled([
    ...languages.map((language) => runVite('vite', language)),
    ...(languages.includes('en') ? [runVite('render', 'en')] : []),
  ])
  for (const each of ended) if (each.status === 'rejected') throw each.reason
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

async function runVite(config: 'vite' | 'render', language: Language) {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', 'client', '--config', `client/${config}.config.ts`], {
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
