import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { DAY, MINUTE } from '#shared/lib/durations.ts'
import { collections } from '#server/collections.ts'
import { images } from '#server/modules/people/images/collection.ts'
import { moveImages } from '#server/modules/people/images/moving.ts'
import { createImageService } from '#server/modules/people/images/service.ts'
import type { ImageUser } from '#server/modules/people/images/types.ts'
import { StoreUnavailable } from '#server/store/port.ts'
import { startTestApp } from '#server/testing/app.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'
import { picture } from '#server/testing/fixtures/webp.ts'

import { imageFileDeletions } from './collection.ts'
import { filesInDocuments } from './documents.ts'
import { openImageFolder } from './folder.ts'

const actor = (id: string) => ({ id, email: '', role: 'member' as const, sessionHash: '' })
const [ada, grace] = [actor('ada'), actor('grace')]

async function setup({ timeout }: { timeout?: number } = {}) {
  const store = openTemporaryStore(collections)
  const parent = mkdtempSync(join(tmpdir(), 'images-'))
  const folder = join(parent, 'bucket')
  let now = Date.parse('2026-03-01T12:00:00Z')
  const missing: object[] = []
  const log = { warn: (fields: object) => void missing.push(fields) }
  onTestFinished(async () => {
    await store.close()
    rmSync(parent, { recursive: true })
  })
  const files = await openImageFolder({ store, folder, clock: () => now, log, timeout })
  const serviceOn = (place: typeof files) => {
    const service = createImageService({ store, imageFiles: place, clock: () => now })
    service.addUsers('member', () => true)
    return service
  }
  const service = serviceOn(files)
  return {
    store,
    folder,
    files,
    missing,
    service,
    inStore: serviceOn(filesInDocuments),
    upload: async (seed: number, by = ada) => (await service.upload(by, 'photo', picture(seed))).id,
    use: (user: ImageUser, id: string, oldId = '') =>
      store.transact((tx) => service.use(tx, user, { id, oldId, by: 'ada' })),
    fileOf: async (id: string) => `${(await store.get(images, id))?.file}.webp`,
    inFolder: () => readdirSync(folder).toSorted(),
    /** Moves the clock and runs the job's deletion. */
    async pass(milliseconds: number) {
      now += milliseconds
      await service.deleteUnused()
      await service.deleteReleasedFiles()
    },
  }
}

test('an image is stored in one private file, and its document contains no bytes', async () => {
  const { store, folder, upload, service, fileOf, inFolder } = await setup()
  const id = await upload(1)
  expect(inFolder()).toEqual([await fileOf(id)])
  expect(statSync(join(folder, await fileOf(id))).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(await store.get(images, id)).toMatchObject({ size: picture(1).length, usedBy: [] })
  expect(await store.get(images, id)).not.toHaveProperty('bytes')
  expect(await service.file(id)).toEqual(picture(1))
})

test('the file is deleted a minute after its last use ends', async () => {
  const { upload, use, pass, inFolder, fileOf, missing } = await setup()
  const [first, second] = [await upload(1), await upload(2)]
  await use('member:ada', first)
  await use('member:ada', second, first)
  await pass(MINUTE)
  expect(inFolder()).toEqual([await fileOf(second)])
  await use('member:ada', '', second)
  await pass(MINUTE)
  expect(inFolder()).toEqual([])
  expect(missing).toEqual([])
})

test('concurrent and repeated uploads leave one file per image', async () => {
  const { upload, use, pass, service, inFolder } = await setup()
  const [id] = await Promise.all([upload(1), upload(1), upload(1, grace), upload(1)])
  await use('member:ada', id!)
  await upload(1, grace)
  await pass(DAY)
  expect(inFolder()).toHaveLength(1)
  expect(await service.file(id!)).toEqual(picture(1))
})

test('a member who deletes the account gets all images in the download, and leaves no unused file', async () => {
  const { upload, use, service, pass, inFolder } = await setup()
  const [used, unused] = [await upload(1), await upload(2)]
  await use('member:ada', used)
  const exported = await Array.fromAsync(service.exportOf('ada'))
  expect(exported).toEqual(
    [
      { id: used, type: 'image/webp', base64: picture(1).toString('base64') },
      { id: unused, type: 'image/webp', base64: picture(2).toString('base64') },
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  )
  await use('member:ada', '', used)
  await service.forget('ada')
  await pass(MINUTE)
  expect(inFolder()).toEqual([])
})

test('a lost file is logged and answered with 404, and another upload restores it', async () => {
  const { folder, upload, use, service, fileOf, missing } = await setup()
  const id = await upload(1)
  await use('member:ada', id)
  const path = join(folder, await fileOf(id))
  rmSync(path)
  await expect(service.file(id)).rejects.toMatchObject({ status: 404 })
  expect(missing).toEqual([{ path }])
  await upload(1)
  expect(await service.file(id)).toEqual(picture(1))
})

test('an unfinished file of a process that was killed is deleted within an hour', async () => {
  const { store, folder, files, pass, inFolder } = await setup()
  const { file } = await files.add(picture(1))
  const cut = '0f5ba5d2-6f1c-4c5e-8a53-6d8f0b1c2d3e'
  await store.transact(async (tx) =>
    tx.create(imageFileDeletions, { id: cut, dueAt: '2026-03-01T13:00:00.000Z' }),
  )
  writeFileSync(join(folder, `${cut}.webp.part`), 'half')
  await pass(59 * MINUTE)
  expect(inFolder()).toEqual([`${cut}.webp.part`, `${file}.webp`].toSorted())
  await pass(MINUTE)
  expect(inFolder()).toEqual([])
  expect(await store.count(imageFileDeletions, {})).toBe(0)
})

test.for(['../../etc/passwd', '..', 'a/b', '', '0f5ba5d2-6f1c-4c5e-8a53-6d8f0b1c2d3e/..'])(
  'the key %j is refused',
  async (file) => {
    const { files } = await setup()
    await expect(files.read({ file, size: 1 })).rejects.toThrow('not a key')
  },
)

test('a folder that fails is reported as a store outage, stores nothing partly, and works again later', async () => {
  const { store, folder, upload, service } = await setup()
  const before = await upload(1)
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'no folder')
  await expect(upload(2)).rejects.toThrow(StoreUnavailable)
  await expect(service.file(before)).rejects.toThrow(StoreUnavailable)
  expect(await store.count(images, {})).toBe(1)
  rmSync(folder)
})

test('a folder that hangs is an outage within its timeout, then at once, and ends with its cause', async () => {
  const timeout = 500
  const { store, folder, upload, service, fileOf } = await setup({ timeout })
  const ids = [await upload(1), await upload(2), await upload(3)]
  const paths = await Promise.all(ids.map(async (id) => join(folder, await fileOf(id))))
  for (const path of paths) {
    rmSync(path)
    // Reading waits until somebody writes.
    execFileSync('mkfifo', [path])
  }
  const refused = await Promise.allSettled(ids.map((id) => service.file(id)))
  for (const each of refused) expect(each).toMatchObject({ reason: expect.any(StoreUnavailable) })
  const began = performance.now()
  await expect(upload(4)).rejects.toThrow(StoreUnavailable)
  await expect(service.file(ids[0]!)).rejects.toThrow(StoreUnavailable)
  expect(performance.now() - began).toBeLessThan(timeout)
  expect(await store.count(images, {})).toBe(3)
  // The process can still read other files.
  expect(await readFile(import.meta.filename, 'utf8')).toContain('mkfifo')

  // Ends the reading.
  for (const path of paths) closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK))
  await expect.poll(() => upload(4)).toBeTruthy()
})

test('a folder that cannot be written is refused at the start', async () => {
  const { store, folder } = await setup()
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const open = openImageFolder({ store, folder: file, clock: Date.now, log: { warn() {} } })
  await expect(open).rejects.toThrow(StoreUnavailable)
})

test('the application serves uploads from the folder, and its job deletes unused ones', async () => {
  const store = openTemporaryStore(collections)
  const folder = mkdtempSync(join(tmpdir(), 'images-'))
  let ahead = 0
  const clock = () => Date.now() + ahead
  const imageFiles = await openImageFolder({ store, folder, clock, log: { warn() {} } })
  const running = await startTestApp({ store, imageFiles, clock })
  onTestFinished(async () => {
    await running.close()
    rmSync(folder, { recursive: true })
  })
  const member = await running.member()
  const headers = { 'content-type': 'image/webp' }
  const answer = await member.call('POST', '/api/images?kind=photo', { body: picture(1), headers })
  const { id } = answer.json<{ id: string }>()
  expect((await member.call('GET', `/images/${id}`)).rawPayload).toEqual(picture(1))
  expect(readdirSync(folder)).toHaveLength(1)
  ahead = DAY + MINUTE
  const job = (name: string) => running.services.jobs.find((each) => each.name === name)!.run()
  await job('unused images')
  ahead += 2 * MINUTE
  await job('image files')
  expect(readdirSync(folder)).toEqual([])
})

test('images are unchanged after moving to the folder and back', async () => {
  const { store, files, inStore, service, use, pass, inFolder } = await setup()
  const { id } = await inStore.upload(ada, 'photo', picture(1))
  await use('member:ada', id)
  const stored = await store.get(images, id)
  const toFolder = () => moveImages({ store, from: files, to: files, unless: 'file' })
  expect(await toFolder()).toEqual({ moved: 1, lost: 0 })
  expect(await toFolder()).toEqual({ moved: 0, lost: 0 })
  expect(await service.file(id)).toEqual(picture(1))
  expect(inFolder()).toHaveLength(1)

  const toStore = () => moveImages({ store, from: files, to: filesInDocuments, unless: 'bytes' })
  expect(await toStore()).toEqual({ moved: 1, lost: 0 })
  await pass(MINUTE)
  expect(inFolder()).toEqual([])
  expect(await store.get(images, id)).toEqual(stored)
  expect(await inStore.file(id)).toEqual(picture(1))
})

test('a missing file does not stop other images from moving', async () => {
  const { folder, store, files, upload, fileOf } = await setup()
  const [lost] = [await upload(1), await upload(2)]
  rmSync(join(folder, await fileOf(lost)))
  const move = moveImages({ store, from: files, to: filesInDocuments, unless: 'bytes' })
  expect(await move).toEqual({ moved: 1, lost: 1 })
})
