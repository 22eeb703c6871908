import type { ImageKind } from '#shared/image-rules.ts'
import type { UploadedImage } from '#shared/images.ts'

import { request } from './request.ts'

/** Resolves to the picture's id, for the edit that will use it. Unused pictures are deleted after a day. */
export async function uploadImage(kind: ImageKind, picture: Blob) {
  const { id } = await request<UploadedImage>(`/api/images?kind=${kind}`, { method: 'POST', body: picture })
  return id
}

/** Saves a file to the person's downloads. */
export function saveFile(name: string, content: Blob) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not at once: some browsers begin to read only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
