import { Type } from 'typebox'

import { createHash } from 'node:crypto'

import * as m from '#shared/people/messages.ts'
import { can } from '#shared/people/roles.ts'
import { DAY } from '#shared/lib/durations.ts'
import { IMAGE_KINDS, IMAGE_TYPE, type ImageKind, SMALL_IMAGE_TYPE } from '#shared/lib/image-rules.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import { allOf, eachOf } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { invalid, invalidFields, notFound } from '#server/lib/failure.ts'
import type { PreviewRenderer } from '#server/preview-images/renderer.ts'
import type { ImageFiles } from '#server/image-files/port.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import { imageFileDeletions } from '#server/image-files/collection.ts'

import { type ImageDocument, images } from './collection.ts'
import { placedAt, sizeOf } from './place.ts'
import { isPhotoShown } from './queries.ts'
import type { ImageUser, ImageUserKind, IsImageShown } from './types.ts'
import { isAnimated, readWebP } from './webp.ts'

const ExportedImagesSchema = Type.Array(
  Type.Object({ id: Type.String(), type: Type.String(), base64: Type.String() }),
)

interface Deps {
  store: Store
  imageFiles: ImageFiles
  clock: Clock
  /** Undefined where photos need no small size. */
  renderer?: Pick<PreviewRenderer, 'draw'> | undefined
}

interface Viewer extends Pick<Actor, 'id' | 'role'> {
  /** Whether the viewer sees only their own uploads. */
  onlyOwn?: boolean
}

/** Replaces one picture by another; either id may be empty. */
interface Replacement {
  id: string
  oldId: string
  /** The member who chose it, who must have uploaded it. */
  by: string
  /** The copied document that uses the image, which another member may have uploaded. */
  copyOf?: ImageUser | undefined
}

export type ImageService = ReturnType<typeof createImageService>

/** Unused uploads that are stored per person; the oldest are deleted first. */
const MAX_UNUSED = 10
/** Maximum further uploaders of the same picture. An earlier one can upload it again. */
const MAX_UPLOADERS = 20
const UNUSED_KEPT_FOR = DAY
/** Documents per batch, of up to 160 KB each. */
const READ_BATCH = 20

export function createImageService({ store, imageFiles, clock, renderer }: Deps) {
  const isShownBy = new Map<string, IsImageShown>([
    ['member', (views, { userId }) => isPhotoShown(views, userId)],
    ['settings', () => true],
  ])

  /** Whether the picture is used only where the viewer may not see it, or is not yet visible to them. */
  async function isHiddenFrom(viewer: Viewer | undefined, image: ImageDocument) {
    const { usedBy } = image
    if (viewer && isUploader(image, viewer.id)) return false
    if (viewer?.onlyOwn) return true
    if (usedBy.length === 0 || (viewer?.role && can(viewer.role, 'administer'))) return false
    const views = await store.views()
    return usedBy.every((user) => {
      const [kind, userId] = splitUser(user)
      return isShownBy.get(kind)?.(views, { userId, imageId: image.id, viewer }) !== true
    })
  }

  function remove(tx: Transaction, image: ImageDocument) {
    tx.delete(images, image.id)
    imageFiles.release(tx, image)
  }

  function release(tx: Transaction, image: ImageDocument, users: readonly string[]) {
    const usedBy = image.usedBy.filter((user) => !users.includes(user))
    if (usedBy.length > 0) tx.put(images, { ...image, usedBy })
    else remove(tx, image)
  }

  /** Makes room for one more unused upload, which may be stored already. */
  async function makeRoom(tx: Transaction, uploadedBy: string, id: string) {
    const query = { where: { uploadedBy }, orderBy: 'unusedSince', limit: MAX_UNUSED + 1 }
    const { items } = await tx.find(images, query)
    const others = items.filter((image) => image.id !== id)
    for (const image of others.slice(0, Math.max(0, others.length + 1 - MAX_UNUSED))) remove(tx, image)
  }

  async function* exportedFile(image: ImageDocument) {
    const file = await imageFiles.read(image)
    if (file) yield { id: image.id, type: IMAGE_TYPE, base64: file.toString('base64') }
  }

  /** A photo whose pixels cannot be read, or that is uploaded while many others are, has none. */
  async function smallSizeOf(photo: Buffer) {
    const file = await renderer?.draw({ photo }).catch(() => undefined)
    return file && { small: file.toString('base64') }
  }

  /** @param size the small one is a JPEG, and where there is none, the picture itself is sent */
  async function load(id: string, viewer: Viewer | undefined, size?: 'small') {
    const image = await store.get(images, id)
    if (!image || (await isHiddenFrom(viewer, image))) throw notFound('image')
    const small = size && image.small
    const file = small ? Buffer.from(small, 'base64') : await imageFiles.read(image)
    if (!file) throw notFound('image')
    return {
      file,
      type: small ? SMALL_IMAGE_TYPE : IMAGE_TYPE,
      isWithdrawable: image.usedBy.some((user) => user.startsWith('recap:')),
    }
  }

  return {
    /** Pictures used by others than members and the community: later modules decide who sees theirs. */
    addUsers: (kind: ImageUserKind, isShown: IsImageShown) => void isShownBy.set(kind, isShown),

    /** Idempotent. A picture that is not used within a day is deleted. */
    async upload({ id: uploadedBy }: Actor, kind: ImageKind, file: Buffer): Promise<{ id: string }> {
      const picture = readWebP(file)
      if (!picture) throw isAnimated(file) ? animated() : notAnImage()
      if (!fits(picture, picture.bytes.length, kind)) throw tooLarge(kind)
      const { width, height, bytes } = picture
      const id = createHash('sha256').update(bytes).digest('hex')
      const [place, small] = await Promise.all([
        imageFiles.add(bytes),
        kind === 'photo' ? smallSizeOf(bytes) : undefined,
      ])
      await store.transact(async (tx) => {
        const known = await tx.get(images, id)
        const image = {
          ...(known ? withUploader(known, uploadedBy) : { id, width, height, usedBy: [], uploadedBy }),
          ...small,
        }
        // Includes a known picture, whose file may be lost.
        imageFiles.keep(tx, place)
        if (known) imageFiles.release(tx, known)
        if (known && known.unusedSince === undefined) return tx.put(images, placedAt(image, place))
        await makeRoom(tx, uploadedBy, id)
        tx.put(images, { ...placedAt(image, place), unusedSince: isoInstant(clock()) })
      })
      return { id }
    },

    /**
     * The file. Its id is the hash of its content, so only people who have seen it know the id.
     * @param viewer undefined for visitors
     */
    file: async (id: string, viewer?: Viewer): Promise<Buffer> => (await load(id, viewer)).file,

    /** The file, and whether it can be withdrawn, so that browsers may not keep it without asking. */
    picture: load,

    /**
     * Replaces one picture by another, in the transaction of the edit. Call it once per transaction and picture,
     * with all users. A picture without users is deleted.
     * @throws Failure 400 with the field of the picture when it cannot be used
     */
    async use(tx: Transaction, user: ImageUser | readonly ImageUser[], replacement: Replacement) {
      const { id, oldId } = replacement
      if (id === oldId) return
      const users = [user].flat()
      const [next, before] = await tx.getMany(images, [id, oldId])
      if (id) {
        const kind = kindFor(users[0])
        const isAllowed = next && mayUse(next, replacement)
        if (!isAllowed || !fits(next, sizeOf(next), kind)) throw unknownPicture(users[0])
        const { unusedSince: _, ...image } = next
        tx.put(images, { ...image, usedBy: [...new Set([...next.usedBy, ...users])] })
      }
      if (before) release(tx, before, users)
    },

    /** Pictures that the person uploaded or uses for themselves. */
    async *exportOf(memberId: string) {
      const uploaded = { where: { uploadedBy: memberId } }
      for await (const image of eachOf(store, images, uploaded, READ_BATCH)) yield* exportedFile(image)
      const shown = { contains: { field: 'usedBy', value: `member:${memberId}` } }
      for await (const image of eachOf(store, images, shown, READ_BATCH)) {
        if (image.uploadedBy !== memberId) yield* exportedFile(image)
      }
    },

    /** Event covers are kept, because they belong to the events. */
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
            limit: READ_BATCH,
          })
          for (const image of items) remove(tx, image)
          return next !== undefined
        })
      } while (more)
    },

    deleteReleasedFiles: imageFiles.deleteReleased,
  }
}

/** Ids may contain a colon. */
const splitUser = (user: string) => {
  const at = user.indexOf(':')
  return [user.slice(0, at), user.slice(at + 1)] as const
}

/** Otherwise someone who has only seen a picture could keep it after its owner removed it. */
const mayUse = (image: ImageDocument, { by, copyOf }: Replacement) =>
  isUploader(image, by) || (copyOf !== undefined && image.usedBy.includes(copyOf))

const isUploader = ({ uploadedBy, alsoUploadedBy = [] }: ImageDocument, memberId: string) =>
  uploadedBy === memberId || alsoUploadedBy.includes(memberId)

function withUploader(image: ImageDocument, memberId: string): ImageDocument {
  if (isUploader(image, memberId)) return image
  const { alsoUploadedBy = [] } = image
  return { ...image, alsoUploadedBy: [...alsoUploadedBy, memberId].slice(-MAX_UPLOADERS) }
}

function kindFor(user: string | undefined): ImageKind {
  if (user === 'settings:logo') return 'logo'
  return user?.startsWith('member:') ? 'photo' : 'cover'
}

function fits({ width, height }: { width: number; height: number }, bytes: number, kind: ImageKind) {
  const limit = IMAGE_KINDS[kind]
  return width <= limit.width && height <= limit.height && bytes <= limit.bytes
}

const notAnImage = () => invalid('not_an_image', m.imageNotWebp())
const animated = () => invalid('animated_image', m.imageAnimated())

function tooLarge(kind: ImageKind) {
  const { width, height, bytes } = IMAGE_KINDS[kind]
  const detail = m.imageLimit({ width: String(width), height: String(height), size: String(bytes / 1024) })
  return invalid('image_too_large', m.imageTooLarge(), { detail })
}

const unknownPicture = (user: string | undefined) => {
  const field = user === 'settings:logo' ? 'image' : user?.startsWith('recap:') ? 'pictures' : kindFor(user)
  return invalidFields({ [field]: m.imageUnavailable() })
}

export const imagesAccountData = (service: ImageService) =>
  exported(
    { name: 'images', collections: [images, imageFileDeletions], schema: ExportedImagesSchema },
    service,
  )
