import type { ImageKind } from '#shared/lib/image-rules.ts'
import { request } from '#client/lib/request.ts'

/** Resolves to the picture's id, for the edit that will use it. Unused pictures are deleted after a day. */
export async function uploadImage(kind: ImageKind, picture: Blob) {
  const { id } = await request('POST /api/images', { query: { kind }, body: picture })
  return id
}
