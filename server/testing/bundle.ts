import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

import type { Manifest } from 'vite'

const DIST = join(import.meta.dirname, '../../dist')
const CLIENT = join(DIST, 'client')

const read = (...path: string[]) => readFile(join(CLIENT, ...path), 'utf8')

/** What browsers download of the built client. */
export async function readBundle() {
  const manifest = JSON.parse(await read('.vite/manifest.json')) as Manifest

  function withImports(key: string, seen = new Set<string>()): Set<string> {
    if (seen.has(key)) return seen
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no ${key}.`)
    seen.add(key)
    for (const imported of chunk.imports ?? []) withImports(imported, seen)
    return seen
  }

  return {
    /** Files of one kind that the modules need, and everything that they import without waiting. */
    filesOf(modules: readonly string[], kind: 'js' | 'css'): string[] {
      const chunks = modules.flatMap((key) => [...withImports(key)]).map((key) => manifest[key]!)
      const files = kind === 'js' ? chunks.map(({ file }) => file) : chunks.flatMap(({ css }) => css ?? [])
      return [...new Set(files)]
    },

    /** What the page itself names, before any script has run. */
    filesNamedBy: async (page: string): Promise<string[]> =>
      [...(await read(page)).matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(
        ([, file]) => file!,
      ),

    chunksWith,
  }
}

/** Scripts that have a source of that name in them, by the source maps. */
async function chunksWith(name: RegExp) {
  const { build } = JSON.parse(await readFile(join(DIST, 'build.json'), 'utf8')) as { build: string }
  const folder = join(DIST, 'source-maps', build)
  const found: string[] = []
  for (const file of await readdir(folder)) {
    const { sources } = JSON.parse(await readFile(join(folder, file), 'utf8')) as { sources: string[] }
    if (sources.some((source) => name.test(source))) found.push(`assets/${file.replace(/\.map$/, '')}`)
  }
  return found
}

/** In the names of other chunks, which every change anywhere may change. Some compress better than others by luck. */
const HASH = /-[\w-]{8}(?=\.(?:js|css))/g

/** Kilobytes (1024 bytes) as they go over the wire. */
export async function brotliKilobytes(files: readonly string[]) {
  const sizes = await Promise.all(
    files.map(async (file) => compressed((await read(file)).replaceAll(HASH, '-C52JmGeu'))),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

const compressed = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
