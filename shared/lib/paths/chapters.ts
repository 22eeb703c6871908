import { paths } from '#shared/lib/paths.ts'

/** Name of the parameter with the slug of a chapter. Empty for the list of chapters. */
export const CHAPTER = 'chapter'

export const chaptersPath = `${paths.connections}?${CHAPTER}=`
/** Slugs need no encoding. */
export const chapterPath = (slug: string) => `${chaptersPath}${slug}`
export const chapterEventsPath = (slug: string) => `${paths.events}?${CHAPTER}=${slug}`
export const newChapterEventPath = (slug: string) => `${paths.events}?create=1&${CHAPTER}=${slug}`
/** For visitors. */
export const publicChapterPath = (slug: string) => `${paths.landing}?${CHAPTER}=${slug}`
export const chapterAdminPath = (slug: string) => `${paths.admin}?${CHAPTER}=${slug}`
