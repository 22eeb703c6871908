/** Limits of uploaded pictures. Imports nothing, so that the browser can import it. */

/** Every picture arrives as WebP, re-encoded by the uploading browser. Pixels and bytes. */
export const IMAGE_KINDS = {
  photo: { width: 512, height: 512, bytes: 100 * 1024 },
  cover: { width: 1280, height: 720, bytes: 120 * 1024 },
  logo: { width: 256, height: 256, bytes: 40 * 1024, transparent: true },
} as const
export type ImageKind = keyof typeof IMAGE_KINDS

export const IMAGE_TYPE = 'image/webp'
/** Type of the small size of a photo, which the server makes. */
export const SMALL_IMAGE_TYPE = 'image/jpeg'
/** Pixels of the small size of a photo: enough for lists of people on the sharpest screens. */
export const SMALL_PHOTO = 128

/** Path of a picture by its id, the SHA-256 of its bytes in hexadecimal. */
export const imageUrl = (id: string, size?: 'small') => `/images/${id}${size ? `?size=${size}` : ''}`
