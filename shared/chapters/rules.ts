/** Chapters: states and limits. Imports nothing, so that the browser can import it. */

/** `open`: members join. `request`: a lead accepts them. `invited`: a lead invites them. */
export const JOIN_RULES = ['open', 'request', 'invited'] as const

/** `public`: visitors see its page. `hidden`: for everyone but its own members it does not exist. */
export const CHAPTER_LISTINGS = ['public', 'members', 'hidden'] as const
export type ChapterListing = (typeof CHAPTER_LISTINGS)[number]

export const CHAPTER_STATES = ['forming', 'active', 'resting', 'closed'] as const
export type ChapterState = (typeof CHAPTER_STATES)[number]

/** The states of a new chapter. */
export const NEW_STATES: readonly ChapterState[] = ['forming', 'active']

/** The states that may follow each. */
export const NEXT_STATES: Readonly<Record<ChapterState, readonly ChapterState[]>> = {
  forming: ['active', 'closed'],
  active: ['resting', 'closed'],
  resting: ['active', 'closed'],
  closed: [],
}

/** A member has at most one home chapter, and can be a guest of any number. */
export const CHAPTER_MEMBERSHIP_KINDS = ['home', 'guest'] as const
export type ChapterMembershipKind = (typeof CHAPTER_MEMBERSHIP_KINDS)[number]

export const CHAPTER_ROLES = ['lead', 'steward', 'host', 'member'] as const
export type ChapterRole = (typeof CHAPTER_ROLES)[number]

/** `pending`: asked for by the member, or an invitation by someone else. `declined`: by a lead, or by the invited member. */
export const CHAPTER_MEMBERSHIP_STATES = ['pending', 'active', 'left', 'declined'] as const
export type ChapterMembershipState = (typeof CHAPTER_MEMBERSHIP_STATES)[number]

/** Where a chapter is, without repeating its name: many are called like their city. */
export const chapterPlace = ({ name, place, region }: { name: string; place: string; region: string }) =>
  [...new Set([place, region])].filter((part) => part && part !== name).join(', ')

/**
 * Characters of the texts, chapters in a file, commands of a member on their own membership of one chapter in 24 hours, and
 * proposals of a member in that time.
 */
export const CHAPTER_LIMITS = {
  name: { min: 2, max: 80 },
  slug: 40,
  region: 60,
  place: 80,
  about: 2000,
  reason: 500,
  import: 100,
  ownCommandsPerDay: 10,
  proposalsPerDay: 3,
} as const

/** 2 to 40 lower-case letters, digits and hyphens, which are within. */
export const CHAPTER_SLUG_PATTERN = '^[a-z0-9][a-z0-9-]{0,38}[a-z0-9]$'

/** States of a proposal to start a chapter. */
export const CHAPTER_PROPOSAL_STATES = ['open', 'withdrawn', 'accepted', 'declined'] as const

/** Days after which someone whom a lead declined or removed can ask again. */
export const ASK_AGAIN_AFTER_DAYS = 21
/** Days within which a move to another home chapter can be undone. */
export const UNDO_MOVE_DAYS = 7

/** Number of chapters from which members see them: a community starts with one that nobody sees. */
export const MIN_CHAPTERS = 2

/** Orders of the table of all chapters: their names, or one of their figures. */
export const HEALTH_SORTS = [
  'name',
  'members',
  'joined',
  'left',
  'events',
  'filled',
  'noShows',
  'met',
  'alone',
] as const
export type HealthSort = (typeof HEALTH_SORTS)[number]

/** Days in which a new member of a chapter should meet someone. */
export const NEWCOMER_DAYS = 30
/** Months of which a chapter’s health is shown, with the present one. */
export const HEALTH_MONTHS = 12

/** Reasons to ask who takes over: no second lead, or no event in 120 days. */
export const CHAPTER_NEEDS = ['lead', 'event'] as const
export type ChapterNeed = (typeof CHAPTER_NEEDS)[number]

export const MIN_LEADS = 2
/** Days without an event of its own after which a chapter needs help. */
export const QUIET_AFTER_DAYS = 120
/** Days that a chapter has been active before its members are asked who takes over. */
export const ASK_AFTER_DAYS = 14
/** Days after the question in which a chapter rests if nobody has taken over. */
export const REST_AFTER_DAYS = 30

/** Months for which someone is a lead until they renew it. */
export const LEAD_TERMS = ['none', '6', '12', '24', '36'] as const

/** Home members of one industry. Guests take no seat. */
export const INDUSTRY_SEATS = ['any', 'one'] as const

/** Days before the end of a term from which a lead is reminded, and can renew it. */
export const RENEW_BEFORE_DAYS = 30

/** `held`: not sent when it was due, because its author could not write letters any more, or because the server was down. */
export const LETTER_STATES = ['scheduled', 'held', 'sent'] as const

/** Characters of a letter, and days ahead for which one can be scheduled. */
export const LETTER_LIMITS = { title: { min: 3, max: 120 }, text: 4000, daysAhead: 90 } as const

/** Letters that a chapter can send in any seven days. */
export const LETTERS_PER_WEEK = ['1', '2', '7'] as const
