import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { decodeParts, encodeParts } from './saved-state.ts'

const FOLDER = 'feed-states'
/** Milliseconds after which nobody writes an unfinished file any more: its process was killed. */
const UNFINISHED_FOR = 60 * 60_000

export const feedStatesIn = (dataDir: string) => join(dataDir, FOLDER)

/** Stored before the parts of the state. */
export interface StateHeader {
  version: string
  /** The change up to which the state has all, and what it was of: after a restore another one may have its number. */
  position: number
  change: string
  /** When all documents were last read, in milliseconds since 1970. */
  builtAt: number
}

/** The state of the feed of a collection, beside the database. */
export function createFeedStateFile(dataDir: string, collection: string) {
  const folder = feedStatesIn(dataDir)
  const file = join(folder, collection)

  async function removeLeftovers() {
    const unfinished = (await readdir(folder)).filter((name) => name.startsWith(`${collection}.`))
    for (const path of unfinished.map((name) => join(folder, name))) {
      // Another process may finish its own meanwhile.
      const found = await stat(path).catch(() => undefined)
      if (found && Date.now() - found.mtimeMs > UNFINISHED_FOR) await rm(path, { force: true })
    }
  }

  return {
    /**
     * Undefined where there is none.
     * @throws when it cannot be read
     */
    async read() {
      const encoded = await readFile(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (!encoded) return undefined
      const parts = decodeParts(encoded)
      const { value: header } = parts.next()
      if (!header) throw new Error(`${file} is empty`)
      return { header: header as StateHeader, parts }
    },

    remove: () => rm(file, { force: true }),

    async write(header: StateHeader, parts: Iterable<unknown>) {
      const encoded = await encodeParts(withHeader(header, parts))
      const unfinished = `${file}.${process.pid}`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeLeftovers()
      try {
        await writeFile(unfinished, encoded, { mode: 0o600 })
        await rename(unfinished, file)
      } finally {
        await rm(unfinished, { force: true })
      }
    },
  }
}

function* withHeader(header: StateHeader, parts: Iterable<unknown>) {
  yield header
  yield* parts
}
