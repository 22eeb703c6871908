import { eachOf } from '#server/store/all-of.ts'
import type { ImageFiles } from '#server/image-files/port.ts'
import type { Store } from '#server/store/port.ts'

import { images } from './collection.ts'
import { placedAt } from './place.ts'

interface Move {
  store: Store
  /** Reads the bytes in either place. */
  from: ImageFiles
  to: ImageFiles
  /** The field of documents whose bytes have already been moved. */
  unless: 'bytes' | 'file'
}

/** Documents per batch, of up to 160 KB each. */
const READ_BATCH = 20

/**
 * Moves the bytes of all images. Safe to run again, and while servers run.
 * @returns the number of moved images, and of those whose bytes are lost
 */
export async function moveImages({ store, from, to, unless }: Move) {
  const count = { moved: 0, lost: 0 }
  for await (const image of eachOf(store, images, {}, READ_BATCH)) {
    if (image[unless] !== undefined) continue
    const bytes = await from.read(image)
    if (!bytes) {
      count.lost += 1
      continue
    }
    const place = await to.add(bytes)
    await store.transact(async (tx) => {
      const present = await tx.get(images, image.id)
      // Deleted or uploaded again meanwhile: the added bytes are not kept.
      if (!present || present[unless] !== undefined) return
      to.keep(tx, place)
      from.release(tx, present)
      tx.put(images, placedAt(present, place))
    })
    count.moved += 1
  }
  return count
}
