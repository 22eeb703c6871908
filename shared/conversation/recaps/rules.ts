/** Limits of recaps. Imports nothing, so that browsers can use it. */
export const RECAP_LIMITS = {
  /** Characters. */
  text: 2_000,
  pictures: 12,
  /** Characters of the description of a picture. */
  alt: 200,
} as const
