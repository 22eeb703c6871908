import { basename, join } from 'node:path'
import { build } from 'vite'

import { ensureBuilt } from './current-build.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Builds `dist/server`, like `npm run build`, or another program of the server in the same way.
 * @param program path within `server`, without its extension
 * @param folder within `dist`
 * @returns the file to run
 */
export async function buildServer(program = 'main', folder = 'server') {
  const outDir = join(ROOT, 'dist', folder)
  await build({
    root: join(ROOT, 'server'),
    configFile: join(ROOT, 'server/vite.config.ts'),
    logLevel: 'warn',
    build: { ssr: join(ROOT, 'server', `${program}.ts`), outDir },
  })
  return join(outDir, `${basename(program)}.js`)
}

/**
 * Builds the server for tests, unless the existing build is current. It starts with two thirds of the work of the
 * sources. Safe to call from many processes at once.
 * @returns the file to run
 */
export async function builtServer() {
  await ensureBuilt(['server'], {
    inputs: ['{server,shared}/**/*.{ts,json}', 'package-lock.json'],
    except: /\.test\.ts$|^server\/testing\//,
    lock: 'server-building',
    stampOf: () => 'server-built-from',
    build: async () => void (await buildServer()),
  })
  return join(ROOT, 'dist/server/main.js')
}
