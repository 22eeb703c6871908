/**
 * Builds the client for `npm run build`, in each language that has catalogues. `LANGUAGES` restricts them; English, in
 * which missing texts are shown, is always there.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

const known = new Set(
  globSync('shared/*/messages/*.json', { cwd: ROOT }).map((file) => basename(file, '.json')),
)
const wanted = (process.env['LANGUAGES'] || [...known].join()).split(',').map((tag) => tag.trim())

for (const language of new Set(['en', ...wanted.filter((tag) => known.has(tag))])) {
  const { status } = spawnSync('vite', ['build', 'client', '--config', 'client/vite.config.ts'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, BUILD_LANGUAGE: language },
  })
  if (status !== 0) process.exit(status ?? 1)
}
