import { can } from '#shared/roles.ts'
import { createHash } from 'node:crypto'

import { IMAGE_KINDS, IMAGE_TYPE, type ImageKind } from '#shared/image-rules.ts'
import type { Actor } from '#server/features/session/types.ts'
import { allOf, eachOf } from '#server/lib/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { invalid, invalidFields, notFound } from '#server/lib/failure.ts'
import type { ImageFiles } from '#server/image-files/port.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type ImageDocument, images } from './collection.ts'
import { placedAt, sizeOf } from './place.ts'
import type { ImageUser } from './types.ts'
import { isAnimated, readWebP } from './webp.ts'

interface Deps {
  store: Store
  files: ImageFiles
  clock: Clock
  /** Whether admins have hidden this picture of the member or the event. */
  isHidden: (user: ImageUser) => Promise<boolean>
}

interface Viewer extends Pick<Actor, 'id' | 'role'> {
  /** Sees nothing but their own uploads. */
  onlyOwn?: boolean
}

/** One picture in place of another; either id may be empty. */
interface Replacement {
  id: string
  oldId: string
  /** Who chose it: only an upload of their own. */
  by: string
  /** The copied document that uses the image, which another member may have uploaded. */
  copyOf?: ImageUser | undefined
}

export type ImageService = ReturnType<typeof createImageService>

/** Unused uploads that are stored per person; the oldest are deleted first. */
const MOST_UNUSED = 10
/** Of the same picture, besides the first. Someone further back uploads it again. */
const MOST_UPLOADERS = 20
const UNUSED_KEPT_FOR = 24 * 60 * 60 * 1_000
/** Of up to 160 KB each. */
const READ_AT_ONCE = 20

export function createImageService({ store, files, clock, isHidden }: Deps) {
  /** What nobody shows any more but those of whom admins have hidden it, and what is not yet the viewer's to see. */
  async function isHiddenFrom(viewer: Viewer | undefined, image: ImageDocument) {
    const { usedBy } = image
    if (viewer && isUploader(image, viewer.id)) return false
    if (viewer?.onlyOwn) return true
    if (usedBy.length === 0 || (viewer?.role && can(viewer.role, 'administer'))) return false
    const hidden = await Promise.all((usedBy as ImageUser[]).map(isHidden))
    return hidden.every(Boolean)
  }

  function remove(tx: Transaction, image: ImageDocument) {
    tx.delete(images, image.id)
    files.release(tx, image)
  }

  function release(tx: Transaction, image: ImageDocument, users: readonly string[]) {
    const usedBy = image.usedBy.filter((user) => !users.includes(user))
    if (usedBy.length > 0) tx.put(images, { ...image, usedBy })
    else remove(tx, image)
  }

  /** Makes room for one more unused upload, which may be stored already. */
  async function makeRoom(tx: Transaction, uploadedBy: string, id: string) {
    const query = { where: { uploadedBy }, orderBy: 'unusedSince', limit: MOST_UNUSED + 1 }
    const { items } = await tx.find(images, query)
    const others = items.filter((image) => image.id !== id)
    for (const image of others.slice(0, Math.max(0, others.length + 1 - MOST_UNUSED))) remove(tx, image)
  }

  async function* exported(image: ImageDocument) {
    const file = await files.read(image)
    if (file) yield { id: image.id, type: IMAGE_TYPE, base64: file.toString('base64') }
  }

  return {
    /** Idempotent. A picture that is not used within a day is deleted. */
    async upload({ id: uploadedBy }: Actor, kind: ImageKind, file: Buffer): Promise<{ id: string }> {
      const picture = readWebP(file)
      if (!picture) throw isAnimated(file) ? animated() : notAnImage()
      if (!fits(picture, picture.bytes.length, kind)) throw tooLarge(kind)
      const { width, height, bytes } = picture
      const id = createHash('sha256').update(bytes).digest('hex')
      const place = await files.add(bytes)
      await store.transact(async (tx) => {
        const known = await tx.get(images, id)
        const image = known ? withUploader(known, uploadedBy) : { id, width, height, usedBy: [], uploadedBy }
        // Also of a known picture, whose file may be lost.
        files.keep(tx, place)
        if (known) files.release(tx, known)
        if (known && known.unusedSince === undefined) return tx.put(images, placedAt(image, place))
        await makeRoom(tx, uploadedBy, id)
        tx.put(images, { ...placedAt(image, place), unusedSince: isoInstant(clock()) })
      })
      return { id }
    },

    /**
     * The file. Its id is the hash of its content, so only those who have seen it know the id.
     * @param viewer undefined for visitors
     */
    async file(id: string, viewer?: Viewer): Promise<Buffer> {
      const image = await store.get(images, id)
      const file = image && !(await isHiddenFrom(viewer, image)) && (await files.read(image))
      if (!file) throw notFound('image')
      return file
    },

    /**
     * Replaces one picture with another, in the transaction of the edit. Call it once per transaction and picture,
     * with all users. A picture that nothing uses any more is deleted.
     * @throws Failure 400 with the field of the picture when it cannot be had
     */
    async use(tx: Transaction, user: ImageUser | readonly ImageUser[], replacement: Replacement) {
      const { id, oldId } = replacement
      if (id === oldId) return
      const users = [user].flat()
      const [next, before] = await tx.getMany(images, [id, oldId])
      if (id) {
        const kind = kindFor(users[0])
        const isAllowed = next && mayUse(next, replacement)
        if (!isAllowed || !fits(next, sizeOf(next), kind)) throw unknownPicture(kind)
        const { unusedSince: _, ...image } = next
        tx.put(images, { ...image, usedBy: [...new Set([...next.usedBy, ...users])] })
      }
      if (before) release(tx, before, users)
    },

    /** What the person uploaded or shows of themselves. */
    async *exportOf(memberId: string) {
      const uploaded = { where: { uploadedBy: memberId } }
      for await (const image of eachOf(store, images, uploaded, READ_AT_ONCE)) yield* exported(image)
      const shown = { contains: { field: 'usedBy', value: `member:${memberId}` } }
      for await (const image of eachOf(store, images, shown, READ_AT_ONCE)) {
        if (image.uploadedBy !== memberId) yield* exported(image)
      }
    },

    /** Event covers stay: they belong to the events. */
    async forget(uploadedBy: string): Promise<void> {
      const unused = await allOf(store, images, { where: { uploadedBy }, orderBy: 'unusedSince' })
      await store.transact(async (tx) => {
        const still = await tx.getMany(
          images,
          unused.map(({ id }) => id),
        )
        for (const image of still) if (image?.unusedSince !== undefined) remove(tx, image)
      })
    },

    /** Deletes uploads that were never used. */
    async deleteUnused(): Promise<void> {
      const range = { lte: isoInstant(clock() - UNUSED_KEPT_FOR) }
      let more: boolean
      do {
        more = await store.transact(async (tx) => {
          const { items, next } = await tx.find(images, {
            orderBy: 'unusedSince',
            range,
            limit: READ_AT_ONCE,
          })
          for (const image of items) remove(tx, image)
          return next !== undefined
        })
      } while (more)
    },

    deleteReleasedFiles: files.deleteReleased,
  }
}

/** Otherwise a picture could be kept by someone who has only seen it, after its owner removed it. */
const mayUse = (image: ImageDocument, { by, copyOf }: Replacement) =>
  isUploader(image, by) || (copyOf !== undefined && image.usedBy.includes(copyOf))

const isUploader = ({ uploadedBy, alsoUploadedBy = [] }: ImageDocument, memberId: string) =>
  uploadedBy === memberId || alsoUploadedBy.includes(memberId)

function withUploader(image: ImageDocument, memberId: string): ImageDocument {
  if (isUploader(image, memberId)) return image
  const { alsoUploadedBy = [] } = image
  return { ...image, alsoUploadedBy: [...alsoUploadedBy, memberId].slice(-MOST_UPLOADERS) }
}

function kindFor(user: string | undefined): ImageKind {
  if (user === 'settings:logo') return 'logo'
  return user?.startsWith('member:') ? 'photo' : 'cover'
}

function fits({ width, height }: { width: number; height: number }, bytes: number, kind: ImageKind) {
  const limit = IMAGE_KINDS[kind]
  return width <= limit.width && height <= limit.height && bytes <= limit.bytes
}

const notAnImage = () => invalid('not_an_image', 'This file isn’t a WebP image.')
const animated = () => invalid('animated_image', 'Animated images can’t be used. Choose a still image.')

function tooLarge(kind: ImageKind) {
  const { width, height, bytes } = IMAGE_KINDS[kind]
  const detail = `The limit is ${width} × ${height} pixels and ${bytes / 1024} KB.`
  return invalid('image_too_large', 'This image is too large.', { detail })
}

const unknownPicture = (kind: ImageKind) =>
  invalidFields({ [kind === 'logo' ? 'image' : kind]: 'This image is no longer available. Choose it again.' })
