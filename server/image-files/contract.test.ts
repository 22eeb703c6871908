import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Type } from 'typebox'
import { describe, expect, onTestFinished, test } from 'vitest'

import { HOUR, MINUTE } from '#shared/lib/durations.ts'
import { defineCollection, type Store } from '#server/store/port.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { imageFileDeletions } from './collection.ts'
import { filesInDocuments } from './documents.ts'
import { openImageFolder } from './folder.ts'
import type { ImageFiles, ImagePlace } from './port.ts'

/** Documents that have an image. */
const owners = defineCollection({
  name: 'owners',
  schema: Type.Object({
    id: Type.String(),
    bytes: Type.Optional(Type.String()),
    file: Type.Optional(Type.String()),
    size: Type.Optional(Type.Integer()),
  }),
})

const BYTES = Buffer.from([0, 1, 2, 250, 255])
const OTHERS = Buffer.from('others')

interface Adapter {
  name: string
  open: (store: Store, clock: () => number) => Promise<ImageFiles>
}

const ADAPTERS: Adapter[] = [
  { name: 'documents', open: async () => filesInDocuments },
  {
    name: 'a folder',
    open(store, clock) {
      const folder = mkdtempSync(join(tmpdir(), 'images-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      return openImageFolder({ store, folder, clock, log: { warn() {} } })
    },
  },
]

describe.each(ADAPTERS)('bytes in $name', ({ open }) => {
  async function setup() {
    const store = openTemporaryStore([owners, imageFileDeletions])
    onTestFinished(() => store.close())
    let now = Date.parse('2026-03-01T12:00:00Z')
    const files = await open(store, () => now)
    return {
      store,
      files,
      pass: (milliseconds: number) => void (now += milliseconds),
      async addTo(id: string, bytes: Buffer) {
        const place = await files.add(bytes)
        await store.transact(async (tx) => {
          files.keep(tx, place)
          tx.put(owners, { id, ...place })
        })
        return place
      },
      async readOf(id: string) {
        const owner = await store.get(owners, id)
        return owner && files.read(owner)
      },
    }
  }

  test('bytes can be read unchanged until they are released', async () => {
    const { files, pass, addTo, readOf } = await setup()
    await addTo('ada', BYTES)
    await addTo('empty', Buffer.alloc(0))
    pass(1_000 * HOUR)
    await files.deleteReleased()
    expect(await readOf('ada')).toEqual(BYTES)
    expect(await readOf('empty')).toEqual(Buffer.alloc(0))
  })

  test('equal bytes of two images are stored separately', async () => {
    const { store, files, pass, addTo, readOf } = await setup()
    const place = await addTo('ada', BYTES)
    await addTo('grace', BYTES)
    await addTo('mary', OTHERS)
    await store.transact(async (tx) => {
      tx.delete(owners, 'ada')
      files.release(tx, place)
    })
    pass(HOUR)
    await files.deleteReleased()
    expect(await Promise.all(['ada', 'grace', 'mary'].map(readOf))).toEqual([undefined, BYTES, OTHERS])
  })

  test('bytes are replaced in the transaction of their document', async () => {
    const { store, files, pass, addTo, readOf } = await setup()
    const before = await addTo('ada', BYTES)
    const next = await files.add(OTHERS)
    const replace = (fail: boolean) =>
      store.transact(async (tx) => {
        files.keep(tx, next)
        files.release(tx, before)
        tx.put(owners, { id: 'ada', ...next })
        if (fail) throw new Error('too late')
      })
    await expect(replace(true)).rejects.toThrow('too late')
    pass(30 * MINUTE)
    await files.deleteReleased()
    expect(await readOf('ada')).toEqual(BYTES)
    await replace(false)
    pass(HOUR)
    await files.deleteReleased()
    expect(await readOf('ada')).toEqual(OTHERS)
  })

  test('a reader can read the bytes of a document that another transaction has just released', async () => {
    const { store, files, addTo } = await setup()
    const place = await addTo('ada', BYTES)
    await store.transact(async (tx) => files.release(tx, place))
    await files.deleteReleased()
    expect(await files.read(place)).toEqual(BYTES)
  })

  test('bytes of existing documents can be read by either adapter', async () => {
    const { files } = await setup()
    expect(await files.read({ bytes: BYTES.toString('base64') })).toEqual(BYTES)
  })

  test.for<ImagePlace>([{}, { file: '0f5ba5d2-6f1c-4c5e-8a53-6d8f0b1c2d3e', size: 5 }])(
    'a read of lost bytes returns undefined: %j',
    async (place) => {
      const { files } = await setup()
      expect(await files.read(place)).toBeUndefined()
    },
  )
})
