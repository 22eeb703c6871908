import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Manifest } from 'vite'

import { CLIENT } from '#server/tools/client-build.ts'

const DIST = join(import.meta.dirname, '../../../dist')

const read = (...path: string[]) => readFile(join(CLIENT, ...path), 'utf8')

/** The files of the built client that browsers download. */
export async function readBundle() {
  const manifest = JSON.parse(await read('.vite/manifest.json')) as Manifest

  function keyOf(chunkName: string) {
    const key = Object.keys(manifest).find((each) => manifest[each]!.name === chunkName)
    if (key === undefined) throw new Error(`The build has no ${chunkName}.`)
    return key
  }

  function withImports(key: string, seen = new Set<string>()): Set<string> {
    if (seen.has(key)) return seen
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no ${key}.`)
    seen.add(key)
    for (const imported of chunk.imports ?? []) withImports(imported, seen)
    return seen
  }

  return {
    /** Files of one kind that the chunks with these names need, and everything that they import statically. */
    filesOf(names: readonly string[], kind: 'js' | 'css'): string[] {
      const chunks = names.flatMap((name) => [...withImports(keyOf(name))]).map((key) => manifest[key]!)
      const files = kind === 'js' ? chunks.map(({ file }) => file) : chunks.flatMap(({ css }) => css ?? [])
      return [...new Set(files)]
    },

    /** Files that the page itself names, before any script has run. */
    filesNamedBy: async (page: string): Promise<string[]> =>
      [...(await read(page)).matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(
        ([, file]) => file!,
      ),

    /** Files that cannot load without one of these. */
    importersOf: (files: readonly string[]): string[] =>
      Object.values(manifest)
        .filter(({ imports = [] }) => imports.some((key) => files.includes(manifest[key]!.file)))
        .map(({ file }) => file),

    read,
    chunksWith,
  }
}

/** Scripts that contain a source with a matching name, or `only` such sources, by the source maps. */
async function chunksWith(name: RegExp, only = false) {
  const { build } = JSON.parse(await readFile(join(DIST, 'build.json'), 'utf8')) as { build: string }
  const folder = join(DIST, 'source-maps', build)
  const found: string[] = []
  for (const file of await readdir(folder)) {
    const { sources } = JSON.parse(await readFile(join(folder, file), 'utf8')) as { sources: string[] }
    const isOne = (source: string) => name.test(source)
    if (only ? sources.length > 0 && sources.every(isOne) : sources.some(isOne))
      found.push(`assets/${file.replace(/\.map$/, '')}`)
  }
  return found
}

/** Hashes in the names of other chunks, which any change may alter. Some compress better than others by luck. */
const HASH = /-[\w-]{8}(?=\.(?:js|css))/g

/** Kilobytes (1024 bytes) transferred. */
export async function brotliKilobytes(files: readonly string[]) {
  const sizes = await Promise.all(files.map(bytesOf))
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

/** Compressing takes seconds, and screens share most of their files. */
const known = new Map<string, Promise<number>>()

function bytesOf(file: string) {
  const bytes = known.get(file) ?? read(file).then((text) => compressed(text.replaceAll(HASH, '-C52JmGeu')))
  known.set(file, bytes)
  return bytes
}

const compressed = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
