import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import type { Plugin } from 'vite'

import type { Language } from '#shared/lib/language/languages.ts'

import { type SourceMap, withFunctionNames } from './function-names.ts'

/**
 * Identifies the build by its content and keeps its source maps out of the served files: `dist/build.json` contains
 * the id, `dist/build-<language>.json` that of another language, `dist/source-maps/<build>/` the maps, and
 * `<html data-build>` passes the id to the browser. A constant in the scripts would change the hash of every file that
 * imports it with each change anywhere.
 */
export function buildId(language: Language): Plugin {
  return {
    name: 'build-id',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) return
      const files = Object.keys(bundle)
      const hashed = files.filter((file) => file.startsWith('assets/') && !file.endsWith('.map')).toSorted()
      const id = createHash('sha256').update(hashed.join('\n')).digest('hex').slice(0, 16)

      // Other languages are one folder deeper (client/vite.config.ts).
      const dist = join(dir, language === 'en' ? '..' : '../..')
      const maps = join(dist, 'source-maps', id)
      await mkdir(maps, { recursive: true })
      for (const file of files.filter((name) => name.endsWith('.map'))) {
        const map: SourceMap = JSON.parse(await readFile(join(dir, file), 'utf8'))
        await writeFile(join(maps, basename(file)), JSON.stringify(withFunctionNames(map)))
        await rm(join(dir, file))
      }
      const page = join(dir, 'index.html')
      await writeFile(page, (await readFile(page, 'utf8')).replace('data-build="dev"', `data-build="${id}"`))
      const name = language === 'en' ? 'build.json' : `build-${language}.json`
      await writeFile(join(dist, name), `${JSON.stringify({ build: id })}\n`)
    },
  }
}
