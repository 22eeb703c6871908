/** Limits of uploaded pictures. This file imports nothing, so that the browser may. */

/** Every picture arrives as WebP, re-encoded by the browser that chose it. Pixels and bytes. */
export const IMAGE_KINDS = {
  photo: { width: 512, height: 512, bytes: 100 * 1024 },
  cover: { width: 1280, height: 720, bytes: 120 * 1024 },
  logo: { width: 256, height: 256, bytes: 40 * 1024, transparent: true },
} as const
export type ImageKind = keyof typeof IMAGE_KINDS

export const IMAGE_TYPE = 'image/webp'
/** Where a picture is, by its id: the SHA-256 of its bytes in hexadecimal. */
export const imageUrl = (id: string) => `/images/${id}`
