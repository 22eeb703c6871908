import { readFile } from 'node:fs/promises'

import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { DAY, HOUR } from '#shared/lib/durations.ts'
import type { Actor } from '#server/modules/actor.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { filesInDocuments } from '#server/image-files/documents.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'
import { extended, losslessPixels, picture, piece, webpFile } from '#server/testing/fixtures/webp.ts'

import { createPreviewRenderer } from '#server/preview-images/renderer.ts'
import { jpegSize } from '#server/testing/fixtures/jpeg.ts'

import { portraitFile } from '#server/demo/community/portraits.ts'

import { images } from './collection.ts'
import { createImageService } from './service.ts'
import type { ImageUser } from './types.ts'

const actor = (id: string): Actor => ({ id, email: '', role: 'member', sessionHash: '' })
const [ada, grace] = [actor('ada'), actor('grace')]

let store: ReturnType<typeof openTemporaryStore>
let service: ReturnType<typeof createImageService>
let now: number
beforeEach(() => {
  store = openTemporaryStore([events, images, members])
  now = Date.parse('2026-03-01T12:00:00Z')
  service = createImageService({
    store,
    imageFiles: filesInDocuments,
    clock: () => now,
  })
})
afterEach(() => store.close())

const upload = async (seed: number, by = ada, kind: 'photo' | 'cover' = 'photo') =>
  (await service.upload(by, kind, picture(seed))).id
const use = (
  user: ImageUser | ImageUser[],
  id: string,
  { oldId = '', by = 'ada', copyOf }: { oldId?: string; by?: string; copyOf?: ImageUser } = {},
) => store.transact((tx) => service.use(tx, user, { id, oldId, by, copyOf }))
const isThere = async (id: string) => (await store.get(images, id)) !== undefined

describe('an upload', () => {
  test('an upload can be read back unchanged', async () => {
    expect(await service.file(await upload(1))).toEqual(picture(1))
  })

  test('repeated uploads of the same picture, also by two people, are stored once', async () => {
    expect(new Set([await upload(1), await upload(1), await upload(1, grace)]).size).toBe(1)
    expect(await store.count(images, {})).toBe(1)
  })

  test('an upload that is sent twenty times at once is one picture', async () => {
    await Promise.all(Array.from({ length: 20 }, () => upload(1)))
    expect(await store.count(images, {})).toBe(1)
  })

  test('an uploaded photo has a small size for lists of people, unless its pixels cannot be read', async () => {
    const renderer = createPreviewRenderer()
    onTestFinished(() => renderer.close())
    const drawing = createImageService({ store, imageFiles: filesInDocuments, clock: () => now, renderer })
    const photo = await readFile(portraitFile('demo-berlin-8'))
    const { id } = await drawing.upload(ada, 'photo', photo)
    const small = await drawing.picture(id, ada, 'small')
    expect([small.type, jpegSize(small.file)]).toEqual(['image/jpeg', { width: 128, height: 128 }])
    expect(small.file.length).toBeLessThan(photo.length)
    expect((await drawing.picture(id, ada)).type).toBe('image/webp')
    const broken = await drawing.upload(ada, 'photo', picture(1))
    expect(await drawing.picture(broken.id, ada, 'small')).toMatchObject({
      file: picture(1),
      type: 'image/webp',
    })
  })

  // The container takes 20 bytes, and lossless pixels have a header of 5.
  const ofBytes = (bytes: number) => webpFile(losslessPixels(512, 512, bytes - 25))
  test.for([
    ['photo', picture(1, 512, 512)],
    ['photo', ofBytes(100 * 1024)],
    ['cover', picture(1, 1280, 720)],
    ['cover', ofBytes(120 * 1024)],
  ] as const)('an upload as a %s at the limit is accepted, case %#', async ([kind, file]) => {
    expect(await service.file((await service.upload(ada, kind, file)).id)).toEqual(file)
  })

  const animation = (frames: number) =>
    webpFile(
      extended(64, 64, 2),
      piece('ANIM', '      '),
      ...Array.from({ length: frames }, () => piece('ANMF', 'x'.repeat(40))),
    )
  test.for([
    ['photo', picture(1, 513, 512), 'image_too_large'],
    ['photo', picture(1, 512, 513), 'image_too_large'],
    ['photo', ofBytes(100 * 1024 + 2), 'image_too_large'],
    ['cover', picture(1, 1281, 720), 'image_too_large'],
    ['cover', picture(1, 1280, 721), 'image_too_large'],
    ['cover', ofBytes(120 * 1024 + 2), 'image_too_large'],
    ['cover', Buffer.from('GIF89a'), 'not_an_image'],
    ['photo', animation(2), 'animated_image'],
    ['cover', animation(40), 'animated_image'],
  ] as const)('an upload as a %s beyond the limit is refused, case %#', async ([kind, file, code]) => {
    await expect(service.upload(ada, kind, file)).rejects.toMatchObject({ status: 400, code })
  })

  test('an unused upload is deleted only for newer uploads of the same person', async () => {
    const first = await upload(1, grace)
    const mine: string[] = []
    for (let seed = 10; seed < 25; seed += 1) {
      now += 1
      mine.push(await upload(seed))
    }
    const left = await Promise.all(mine.map(isThere))
    expect(left.lastIndexOf(false)).toBe(4)
    expect(left.filter(Boolean)).toHaveLength(10)
    expect(await isThere(first)).toBe(true)
  })

  test('an upload that is already stored deletes no other', async () => {
    const mine = await Promise.all(Array.from({ length: 10 }, (_, seed) => upload(seed)))
    now += 1
    await upload(9)
    expect(await Promise.all(mine.map(isThere))).toEqual(mine.map(() => true))
  })

  test('an unused upload is deleted after a day', async () => {
    const [old, used] = [await upload(1), await upload(2)]
    await use('member:ada', used)
    now += DAY - 1
    const young = await upload(3)
    await service.deleteUnused()
    expect(await isThere(old)).toBe(true)
    now += 1
    await service.deleteUnused()
    expect(await Promise.all([old, used, young].map(isThere))).toEqual([false, true, true])
  })

  test('unused uploads are deleted, however many there are', async () => {
    for (let seed = 0; seed < 45; seed += 1) await upload(seed, actor(`member-${seed}`))
    now += DAY
    await service.deleteUnused()
    expect(await store.count(images, {})).toBe(0)
  })

  test('a repeated upload restarts the day', async () => {
    const id = await upload(1)
    now += 23 * HOUR
    await upload(1)
    now += 23 * HOUR
    await service.deleteUnused()
    expect(await isThere(id)).toBe(true)
  })
})

describe('a picture in use', () => {
  test('a picture is deleted when its last user replaces it', async () => {
    const [shared, next] = [await upload(1), await upload(2)]
    await use('member:ada', shared)
    await use(['event:one', 'event:two'], shared)
    await use('member:ada', next, { oldId: shared })
    await use('event:one', '', { oldId: shared })
    expect(await isThere(shared)).toBe(true)
    await use('event:two', '', { oldId: shared })
    expect(await isThere(shared)).toBe(false)
    expect(await isThere(next)).toBe(true)
  })

  test('replacing a picture with itself changes nothing', async () => {
    const id = await upload(1)
    await use('member:ada', id)
    await use('member:ada', id, { oldId: id })
    expect(await store.get(images, id)).toMatchObject({ usedBy: ['member:ada'] })
  })

  test.for<[ImageUser, string]>([
    ['member:ada', 'photo'],
    ['event:one', 'cover'],
  ])('an unknown picture is an error of the field of %s', async ([user, field]) => {
    await expect(use(user, 'f'.repeat(64))).rejects.toMatchObject({
      status: 400,
      more: { fields: { [field]: expect.any(String) } },
    })
  })

  test('a cover cannot be used as a photo', async () => {
    const { id } = await service.upload(ada, 'cover', picture(1, 1280, 720))
    await expect(use('member:ada', id)).rejects.toMatchObject({
      more: { fields: { photo: expect.any(String) } },
    })
  })

  test.for<ImageUser>(['member:grace', 'event:one'])(
    'a picture that someone else uploaded cannot be used by %s, and is deleted when its owner removes it',
    async (user) => {
      const id = await upload(1)
      await use('member:ada', id)
      await expect(use(user, id, { by: 'grace' })).rejects.toMatchObject({
        status: 400,
        code: 'invalid_input',
      })
      await use('member:ada', '', { oldId: id })
      expect(await isThere(id)).toBe(false)
    },
  )

  test('a picture that two people uploaded can be used by both', async () => {
    const id = await upload(1)
    await use('member:ada', id)
    await upload(1, grace)
    await use('member:grace', id, { by: 'grace' })
    await use('member:ada', '', { oldId: id })
    expect(await store.get(images, id)).toMatchObject({ usedBy: ['member:grace'] })
  })

  test('an event’s cover can be copied with the event, even if another member uploaded it', async () => {
    const id = await upload(1)
    await use('event:one', id)
    await use('event:two', id, { by: 'grace', copyOf: 'event:one' })
    expect(await store.get(images, id)).toMatchObject({ usedBy: ['event:one', 'event:two'] })
    await expect(use('event:three', id, { by: 'grace', copyOf: 'event:other' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  test('an edit that fails leaves everything as it was', async () => {
    const [before, next] = [await upload(1), await upload(2)]
    await use('member:ada', before)
    const failing = store.transact(async (tx) => {
      await service.use(tx, 'member:ada', { id: next, oldId: before, by: 'ada' })
      throw new Error('too late')
    })
    await expect(failing).rejects.toThrow('too late')
    expect(await store.get(images, before)).toMatchObject({ usedBy: ['member:ada'] })
    expect(await store.get(images, next)).toMatchObject({ usedBy: [], unusedSince: expect.any(String) })
  })
})
