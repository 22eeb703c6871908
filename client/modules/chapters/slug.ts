import { CHAPTER_LIMITS } from '#shared/chapters/rules.ts'

/** The slug that the form suggests for a name: `São Paulo` becomes `sao-paulo`. */
export const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, CHAPTER_LIMITS.slug)
    .replaceAll(/^-|-$/g, '')
