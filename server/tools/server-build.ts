import { join } from 'node:path'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '../..')

/** Builds `dist/server`, like `npm run build`. @returns the file that production runs */
export async function buildServer() {
  await build({
    root: join(ROOT, 'server'),
    configFile: join(ROOT, 'server/vite.config.ts'),
    logLevel: 'warn',
  })
  return join(ROOT, 'dist/server/main.js')
}
