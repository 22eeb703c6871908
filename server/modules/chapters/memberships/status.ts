import { DAY } from '#shared/lib/durations.ts'
import { ASK_AGAIN_AFTER_DAYS, CHAPTER_LIMITS, UNDO_MOVE_DAYS } from '#shared/chapters/rules.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Actor } from '#server/modules/actor.ts'
import { joinedId } from '#server/store/joined-id.ts'

import type { ChapterMembershipDocument } from './collection.ts'

type Status = Pick<ChapterMembershipDocument, 'kind' | 'role' | 'state'>
type Stored = ChapterMembershipDocument | undefined

export interface Cause {
  by: string
  /** ISO instant. */
  at: string
}

/** Changes by someone, now. */
export const causes =
  (clock: Clock) =>
  ({ id }: Pick<Actor, 'id'>): Cause => ({ by: id, at: isoInstant(clock()) })

export const membershipId = (chapter: string, member: string) => joinedId(chapter, member)

/** The membership with another status. Earlier ones stay in its history. */
export function withStatus(
  before: Stored,
  { chapter, member }: Pick<ChapterMembershipDocument, 'chapter' | 'member'>,
  { kind, role, state }: Status,
  { by, at }: Cause,
): ChapterMembershipDocument {
  const status = { kind, role, state, by }
  return {
    id: membershipId(chapter, member),
    chapter,
    member,
    ...status,
    since: before?.state === state ? before.since : at,
    lettersOff: before?.lettersOff,
    industry: before?.industry,
    history: [...(before?.history ?? []), { ...status, at }],
  }
}

/** The membership with only the first entries of its history, as it was then. Undefined without any. */
export function withHistory(membership: ChapterMembershipDocument, kept: number) {
  const { id, chapter, member, lettersOff, industry } = membership
  const history = membership.history.slice(0, kept)
  const last = history.at(-1)
  if (!last) return undefined
  const { at: _, ...status } = last
  const since = history[history.findLastIndex(({ state }) => state !== last.state) + 1]!.at
  return { id, chapter, member, ...status, since, lettersOff, industry, history }
}

export const isActive = (membership: Stored): membership is ChapterMembershipDocument =>
  membership?.state === 'active'

export const isInvitation = (membership: Stored): membership is ChapterMembershipDocument =>
  membership?.state === 'pending' && membership.by !== membership.member

export const isRequest = (membership: Stored): membership is ChapterMembershipDocument =>
  membership?.state === 'pending' && membership.by === membership.member

/** Whether someone other than `person` ended it so lately that `person` has to wait before asking again. */
export const mustWait = (membership: Stored, person: string, now: number) =>
  (membership?.state === 'declined' || membership?.state === 'left') &&
  membership.by !== person &&
  now < Date.parse(membership.since) + ASK_AGAIN_AFTER_DAYS * DAY

/** Whether the member was invited so lately that another invitation is not announced. */
export const wasInvited = (membership: Stored, now: number) =>
  membership !== undefined &&
  membership.history.some(
    ({ state, by, at }) =>
      state === 'pending' && by !== membership.member && now < Date.parse(at) + ASK_AGAIN_AFTER_DAYS * DAY,
  )

/** Whether the member has changed it as often as is allowed in a day. */
export const isChangedTooOften = (membership: Stored, now: number) =>
  membership !== undefined &&
  membership.history.filter(({ by, at }) => by === membership.member && at > isoInstant(now - DAY)).length >=
    CHAPTER_LIMITS.ownCommandsPerDay

/** ISO instant until which the move to this home can be undone. */
export const undoUntil = (movedAt: string) => isoInstant(Date.parse(movedAt) + UNDO_MOVE_DAYS * DAY)
