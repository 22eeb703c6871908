import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

import type { AnyCollection } from '#server/store/port.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** What is kept of a release, each in a file without imports of ours: the server, and what it stores. */
export const ENTRIES = ['main', 'collections'] as const
type Entry = (typeof ENTRIES)[number]

export const fileOf = (entry: Entry) => join(import.meta.dirname, `${entry}.mjs.br`)

/** The previous release in a folder of its own, beside the packages of this one and the names of its folders. */
export async function unpackPreviousRelease() {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-previous-'))
  await mkdir(join(folder, 'server'))
  for (const name of ['node_modules', 'package.json']) await symlink(join(ROOT, name), join(folder, name))
  const unpack = async (entry: Entry) => {
    const path = join(folder, 'server', `${entry}.mjs`)
    await writeFile(path, brotliDecompressSync(await readFile(fileOf(entry))))
    return path
  }
  const stored = (await import(pathToFileURL(await unpack('collections')).href)) as {
    collections: readonly AnyCollection[]
  }
  return {
    main: await unpack('main'),
    collections: stored.collections,
    remove: () => rm(folder, { recursive: true }),
  }
}
