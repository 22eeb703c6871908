import type { ImageKind } from '#shared/image-rules.ts'
import type { UploadedImage } from '#shared/images.ts'

import { request } from './request.ts'

/** Resolves to the picture's id, for the edit that is to use it; what no edit uses is gone after a day. */
export async function uploadImage(kind: ImageKind, picture: Blob) {
  const { id } = await request<UploadedImage>(`/api/images?kind=${kind}`, { method: 'POST', body: picture })
  return id
}
