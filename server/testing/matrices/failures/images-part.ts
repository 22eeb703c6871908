import { execFileSync } from 'node:child_process'
import { constants, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import fs, { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { SECOND } from '#shared/lib/durations.ts'
import { collections } from '#server/collections.ts'
import { openImageFolder } from '#server/image-files/folder.ts'
import { Failure } from '#server/lib/failure.ts'
import { images } from '#server/modules/people/images/collection.ts'
import { createImageService } from '#server/modules/people/images/service.ts'
import { StoreQuotaExceeded, StoreUnavailable } from '#server/store/port.ts'
import { picture } from '#server/testing/fixtures/webp.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import type { StartPart } from './part.ts'

/** Milliseconds until the file answers. */
const DELAYS = { 'slow by 4 s': 4 * SECOND, 'answers after the deadline': 7 * SECOND } as const
const actor = (id: string) => ({ id, email: '', role: 'member', sessionHash: '' }) as const
const openAsUsual = fs.open

/** Replaces `open` in the whole process. */
function openFilesWith(replacement: typeof openAsUsual) {
  fs.open = replacement
  syncBuiltinESMExports()
}

/**
 * A folder of pictures, which callers read. A pipe in place of a file answers once somebody writes into it. On a full
 * disk, they also upload one each.
 */
export const imagesPart: StartPart = async (mode, fails) => {
  const store = openTemporaryStore(collections)
  const parent = mkdtempSync(join(tmpdir(), 'images-'))
  const [folder, away] = [join(parent, 'bucket'), join(parent, 'away')]
  const logged: string[] = []
  const log = { warn: (_facts: object, message: string) => void logged.push(message) }
  const start = async () => {
    const files = await openImageFolder({ store, folder, clock: Date.now, log })
    const started = createImageService({ store, imageFiles: files, clock: Date.now })
    started.addUsers('member', () => true)
    return started
  }
  let service = await start()
  const { id } = await service.upload(actor('ada'), 'photo', picture(1))
  const file = join(folder, `${(await store.get(images, id))!.file}.webp`)
  let uploads = 0
  const isUpload = (path: unknown, flags: unknown) => flags === 'wx' && String(path).startsWith(folder)
  /** Linux refuses each write to `/dev/full`. */
  const fillDisk = () =>
    openFilesWith((path, flags, ...more) =>
      isUpload(path, flags) ? openAsUsual('/dev/full', 'w') : openAsUsual(path, flags, ...more),
    )
  if (mode === 'full' && fails) {
    fillDisk()
    service = await start()
  }
  const isPipe = mode === 'hangs' || mode in DELAYS

  let answered: Promise<void> | undefined
  async function answerAfter(delay: number) {
    await wait(delay)
    // Readers that gave up meanwhile still read.
    const pipe = await open(file, constants.O_RDWR | constants.O_NONBLOCK)
    await pipe.write(picture(1))
    await wait(100)
    await pipe.close()
  }

  async function read() {
    try {
      return (await service.file(id))?.equals(picture(1)) ? 'shown' : 'damaged'
    } catch (error) {
      if (error instanceof Failure) return String(error.status)
      return error instanceof StoreUnavailable ? 'outage' : String(error)
    }
  }

  async function upload() {
    try {
      await service.upload(actor(`uploader-${(uploads += 1)}`), 'photo', picture(uploads + 1))
      return await read()
    } catch (error) {
      const isShown = (await read()) === 'shown'
      return error instanceof StoreQuotaExceeded && isShown ? error.kind : String(error)
    }
  }

  return {
    well: 'shown',
    fail() {
      if (mode === 'full') return fillDisk()
      if (isPipe) {
        rmSync(file)
        execFileSync('mkfifo', [file])
        if (mode in DELAYS) answered = answerAfter(DELAYS[mode as keyof typeof DELAYS])
        return
      }
      if (mode === 'damaged') {
        rmSync(file)
        return
      }
      renameSync(folder, away)
      if (mode === 'denied for good') symlinkSync(folder, folder)
      else writeFileSync(folder, 'no folder')
    },
    async recover() {
      if (mode === 'full') return openFilesWith(openAsUsual)
      if (isPipe) {
        await (answered ?? answerAfter(0))
        rmSync(file)
        writeFileSync(file, picture(1))
        return
      }
      if (mode === 'damaged') {
        writeFileSync(file, picture(1))
        return
      }
      rmSync(folder)
      renameSync(away, folder)
    },
    use: (callers) => Promise.all(Array.from({ length: callers }, mode === 'full' ? upload : read)),
    calls: () => 0,
    logged: () => logged,
    async close() {
      await store.close()
      rmSync(parent, { recursive: true })
    },
  }
}
