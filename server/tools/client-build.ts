import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { completeLanguages, type Language } from '#shared/lib/language/languages.ts'

import { ensureBuilt } from './current-build.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Folder of the built client. */
export const CLIENT = join(ROOT, 'dist/client')

/**
 * Builds the client in these languages, except where the existing build is current. English is always wanted: the
 * server finds the other languages beside its folder. Safe to call from many processes at once.
 */
export const buildClient = (languages = completeLanguages()) =>
  ensureBuilt([...new Set<Language>(['en', ...languages])], {
    inputs: ['client/**/*', 'shared/**/*.{ts,json}', 'docs/guide/**/*', 'package-lock.json'],
    except: /\.test\.tsx?$|^client\/e2e\//,
    lock: 'client-building',
    stampOf: (language) => `client-built-from${language === 'en' ? '' : `-${language}`}`,
    build: buildLanguages,
  })

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
