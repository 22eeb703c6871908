import { basename, join } from 'node:path'
import { build } from 'vite'

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
