/** Roles in one chapter, and what they allow. Does not import the schema library, so that browsers can use it. */

import { can as canInCommunity, type MemberRole } from '#shared/people/roles.ts'

import type {
  ChapterListing,
  ChapterMembershipKind,
  ChapterMembershipState,
  ChapterRole,
  ChapterState,
} from './rules.ts'

/**
 * Someone’s position in a chapter. `admin`: of the organisation, above all chapters. `pending`: someone who asked or is
 * invited. Nobody else has one.
 */
const CHAPTER_POSITIONS = ['admin', 'lead', 'steward', 'host', 'member', 'guest', 'pending'] as const
export type ChapterPosition = (typeof CHAPTER_POSITIONS)[number]

interface Membership {
  kind: ChapterMembershipKind
  role: ChapterRole
  state: ChapterMembershipState
}

const GUEST_POSITIONS: Readonly<Record<ChapterRole, ChapterPosition>> = {
  lead: 'lead',
  steward: 'steward',
  host: 'host',
  member: 'guest',
}

/** The position with this membership, without the role in the community. */
export function positionOf({ kind, role, state }: Membership): ChapterPosition | undefined {
  if (state === 'pending') return 'pending'
  if (state !== 'active') return undefined
  return kind === 'guest' ? GUEST_POSITIONS[role] : role
}

export const positionIn = (role: MemberRole, membership: Membership | undefined) =>
  canInCommunity(role, 'administer') ? 'admin' : membership && positionOf(membership)

/** The only place that decides what someone can do in a chapter. A right of the organisation reaches down. */
const ALLOWED = {
  /** See a chapter that others do not. */
  see: CHAPTER_POSITIONS,
  /** See its events that are not for everyone, and its letters. */
  attend: ['admin', 'lead', 'steward', 'host', 'member', 'guest'],
  /** Change its page, its rules and its state. */
  edit: ['admin'],
  /** See its people with their roles, answer requests, invite, and end memberships. */
  managePeople: ['admin', 'lead'],
  /** Download its people, where the organisation allows it. */
  exportPeople: ['admin', 'lead'],
  /** Choose leads, stewards and hosts. */
  appoint: ['admin', 'lead'],
  /** See its figures, and the newcomers who have met nobody. */
  seeHealth: ['admin', 'lead'],
  /** Offer to lead it, when its members are asked who takes over. */
  offerToLead: ['admin', 'steward', 'host', 'member', 'guest'],
  /** Renew their own term as lead. */
  renewTerm: ['admin', 'lead'],
  /** Create events of the chapter. */
  createEvents: ['admin', 'lead', 'steward'],
  /** Write and schedule letters to its members. */
  writeLetters: ['admin', 'lead'],
  /** Open rounds for its members, and match them. */
  openRounds: ['admin', 'lead'],
  /** Check people in at its events. */
  checkIn: ['admin', 'lead', 'steward', 'host'],
} as const satisfies Record<string, readonly ChapterPosition[]>

export type ChapterAction = keyof typeof ALLOWED
/** A function, so that bundles of screens without chapters lack the table. */
export const chapterActions = () => Object.keys(ALLOWED) as readonly ChapterAction[]

/** Whether a closed chapter still allows it. */
export const isAllowedWhenClosed = (action: ChapterAction) =>
  action === 'see' || action === 'edit' || action === 'attend'

export const positionsThatCan = (action: ChapterAction): readonly ChapterPosition[] => ALLOWED[action]

/** Whether a position allows it in a chapter that is not closed. */
export const isAmongThoseWhoCan = (action: ChapterAction, position: ChapterPosition | undefined) =>
  position !== undefined && positionsThatCan(action).includes(position)

interface Chapter {
  listing: ChapterListing
  state: ChapterState
}

/** Whether every member sees it. */
export const isListedChapter = ({ listing, state }: Chapter) => listing !== 'hidden' && state !== 'closed'

export function can(position: ChapterPosition | undefined, action: ChapterAction, chapter: Chapter) {
  if (action === 'see' && isListedChapter(chapter)) return true
  if (chapter.state === 'closed' && !isAllowedWhenClosed(action)) return false
  return isAmongThoseWhoCan(action, position)
}
