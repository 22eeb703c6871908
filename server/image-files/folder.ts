import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { HOUR, MINUTE, SECOND } from '#shared/lib/durations.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { createConcurrencyLimit } from '#server/lib/concurrency/concurrency-limit.ts'
import { startDeadline } from '#server/lib/concurrency/deadline.ts'
import { type Store, StoreError, StoreQuotaExceeded, StoreUnavailable } from '#server/store/port.ts'

import { imageFileDeletions } from './collection.ts'
import { filesInDocuments } from './documents.ts'
import type { ImageFiles } from './port.ts'

interface Deps {
  store: Store
  /** Created when missing. Must be the same for every replica, such as a mounted bucket. */
  folder: string
  clock: Clock
  log: { warn: (fields: object, message: string) => void }
  /** Milliseconds for one file. */
  timeout?: number | undefined
}

const TIMEOUT = 5 * SECOND
/** Node has four threads for files and names. A folder that hangs must leave one to the rest of the process. */
const MAX_OPEN = 3
/** A key is never reused, so that deleting a file cannot affect another document. */
const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Milliseconds; longer than any request takes. */
const KEPT_WITHIN = HOUR
/** Milliseconds, for requests that have read the document but not yet the file. */
const READABLE_FOR = MINUTE
const DELETE_BATCH = 100

/**
 * Keeps bytes in files of a folder. The store's transactions decide about files: a record of a file's deletion is
 * written before the file, and is deleted with the transaction that keeps the file.
 * @throws StoreUnavailable when the folder is not writable
 */
export async function openImageFolder({
  store,
  folder,
  clock,
  log,
  timeout = TIMEOUT,
}: Deps): Promise<ImageFiles> {
  await withStoreErrors(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  })
  const answering = createTimeLimit(timeout)
  const dueIn = (milliseconds: number) => isoInstant(clock() + milliseconds)

  function pathOf(key: string) {
    if (!KEY.test(key)) throw new StoreError(`${JSON.stringify(key)} is not a key of an image file`)
    return join(folder, `${key}.webp`)
  }

  return {
    async add(bytes) {
      const file = randomUUID()
      await store.transact(async (tx) =>
        tx.create(imageFileDeletions, { id: file, dueAt: dueIn(KEPT_WITHIN) }),
      )
      await answering(() => writeFile(pathOf(file), bytes))
      return { file, size: bytes.length }
    },

    keep(tx, { file }) {
      if (file !== undefined) tx.delete(imageFileDeletions, file)
    },

    async read(place) {
      const { file } = place
      if (file === undefined) return filesInDocuments.read(place)
      const path = pathOf(file)
      return answering(async () => {
        try {
          return await readFile(path)
        } catch (error) {
          if (codeOf(error) !== 'ENOENT') throw error
          log.warn({ path }, 'image file missing')
          return undefined
        }
      })
    },

    release(tx, { file }) {
      if (file !== undefined) tx.put(imageFileDeletions, { id: file, dueAt: dueIn(READABLE_FOR) })
    },

    async deleteReleased() {
      const due = { orderBy: 'dueAt', range: { lte: dueIn(0) }, limit: DELETE_BATCH }
      let more: boolean
      do {
        const { items, next } = await store.find(imageFileDeletions, due)
        // Files are deleted first, so that a failure is tried again.
        await Promise.all(items.map(({ id }) => answering(() => remove(pathOf(id)))))
        if (items.length > 0) {
          await store.transact(async (tx) => items.forEach(({ id }) => tx.delete(imageFileDeletions, id)))
        }
        more = next !== undefined
      } while (more)
    },
  }
}

async function writeFile(path: string, bytes: Buffer) {
  const file = await open(unfinished(path), 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished(path), path)
  await flushNames(dirname(path))
}

async function remove(path: string) {
  await rm(path, { force: true })
  await rm(unfinished(path), { force: true })
}

/** Makes a file's name durable. Mounted buckets cannot do so, and need not. */
async function flushNames(folder: string) {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    if (!['EINVAL', 'ENOSYS', 'ENOTSUP'].includes(codeOf(error) ?? '')) throw error
  } finally {
    await handle.close()
  }
}

const unfinished = (path: string) => `${path}.part`

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/**
 * Limits the time of each piece of work. Work that hangs keeps its thread, so that there is a limit on these, too; once
 * all of them hang, further work is refused without waiting.
 */
function createTimeLimit(timeout: number) {
  const limit = createConcurrencyLimit(MAX_OPEN)
  let hanging = 0
  const hangs = () => new StoreUnavailable(`IMAGES_DIR: no answer within ${timeout / SECOND} s`)

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (hanging === MAX_OPEN) throw hangs()
    let isRunning = false
    let isLate = false
    const running = limit(async () => {
      if (isLate) throw hangs()
      isRunning = true
      try {
        return await withStoreErrors(work)
      } finally {
        if (isLate) hanging -= 1
      }
    })
    return startDeadline(timeout, () => {
      isLate = true
      if (isRunning) hanging += 1
      return hangs()
    })(running)
  }
}

async function withStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const { syscall, message } = cause as NodeJS.ErrnoException
    if (syscall === undefined) throw cause
    const isFull = ['ENOSPC', 'EDQUOT'].includes(codeOf(cause) ?? '')
    throw new (isFull ? StoreQuotaExceeded : StoreUnavailable)(`IMAGES_DIR: ${message}`, { cause })
  }
}
