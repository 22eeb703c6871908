import { CHAPTER_LIMITS } from '#shared/chapters/rules.ts'
import { fold } from '#shared/lib/words.ts'

/** The slug that the form suggests for a name: `São Paulo` becomes `sao-paulo`. */
export const slugOf = (name: string) =>
  fold(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, CHAPTER_LIMITS.slug)
    .replaceAll(/^-|-$/g, '')
