import { CHAPTER, EVENT_FEEDS, MY_CHAPTERS, paths } from '#shared/lib/paths.ts'

/** In place of a slug: proposals to start a chapter. */
export const CHAPTER_PROPOSAL = 'proposal'
/** Slugs with another meaning: a scope, and routes. */
export const RESERVED_SLUGS: readonly string[] = [MY_CHAPTERS, 'choices', CHAPTER_PROPOSAL]

export const chaptersPath = `${paths.connections}?${CHAPTER}=`
/** Slugs need no encoding. */
export const chapterPath = (slug: string) => `${chaptersPath}${slug}`
export const chapterEventsPath = (slug: string) => `${paths.events}?${CHAPTER}=${slug}`
export const newChapterEventPath = (slug: string) => `${paths.events}?create=1&${CHAPTER}=${slug}`
/** For visitors. */
export const publicChapterPath = (slug: string) => `${paths.landing}?${CHAPTER}=${slug}`
/** A feed of a public chapter. */
export const chapterFeedPath = (kind: keyof typeof EVENT_FEEDS, slug: string) =>
  `${EVENT_FEEDS[kind]}?${CHAPTER}=${slug}`
export const chapterAdminPath = (slug: string) => `${paths.admin}?${CHAPTER}=${slug}`
