import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { decodeParts, encodeParts } from './saved-state.ts'

const FOLDER = 'feed-states'

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

  return {
    /** Undefined where there is none that can be read. */
    async read() {
      try {
        const parts = decodeParts(await readFile(file))
        const { value: header } = parts.next()
        return header && { header: header as StateHeader, parts }
      } catch {
        return undefined
      }
    },

    remove: () => rm(file, { force: true }),

    async write(header: StateHeader, parts: Iterable<unknown>) {
      const encoded = await encodeParts(withHeader(header, parts))
      const unfinished = `${file}.${process.pid}`
      await mkdir(folder, { recursive: true, mode: 0o700 })
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
