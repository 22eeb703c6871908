import * as m from '#shared/meetings/messages.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import {
  CONFIRMATION_CLOSES,
  CONFIRMATION_OPENS,
  type MeetingStatus,
  PROPOSAL_LIFETIME,
} from '#shared/meetings/rules.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { conflict, type Failure, forbidden } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { sql } from '#server/views/sql.ts'

import type { MeetingDocument } from './document.ts'

/** The actor who reads or changes a meeting, and the time. */
export interface Command {
  actor: string
  /** Milliseconds. */
  now: number
  /** Whether the actor may meet this member, who must be active, without a block between the two. */
  isPresent: (memberId: string) => boolean
}

/** A meeting with fewer participants does not take place. */
const MIN_PARTICIPANTS = 2

/** Whether the product brought the participants together, who need not be connected. */
export const isArranged = ({ id, requestHash }: MeetingDocument) => requestHash === arrangedHash(id)
/** In place of the hash of a request. */
export const arrangedHash = (id: string) => joinedId(id)

export const isOpen = ({ state }: MeetingDocument) => state === 'proposed' || state === 'rescheduled'
const isUndecided = (meeting: MeetingDocument) => isOpen(meeting) || meeting.state === 'scheduled'

/** Seven days after voting began, or when the last slot begins. All values below are in milliseconds, too. */
export const expiryOf = ({ votingSince, slots }: MeetingDocument) =>
  Math.min(Date.parse(votingSince) + PROPOSAL_LIFETIME, Date.parse(slots.at(-1)?.startsAt ?? votingSince))
export const startOf = ({ startsAt = '' }: MeetingDocument) => Date.parse(startsAt)
export const endOf = (meeting: MeetingDocument) => startOf(meeting) + meeting.durationMinutes * MINUTE
export const confirmUntil = (meeting: MeetingDocument) => endOf(meeting) + CONFIRMATION_CLOSES

export const isRemoved = ({ removed }: MeetingDocument, memberId: string) => removed.includes(memberId)
export const remaining = (meeting: MeetingDocument) =>
  meeting.participants.filter((id) => !isRemoved(meeting, id))
/** Participants visible to the actor. Removed participants still see the original list. */
export const shownParticipants = (meeting: MeetingDocument, { actor }: Pick<Command, 'actor'>) =>
  isRemoved(meeting, actor) ? meeting.participants : remaining(meeting)
export const present = (meeting: MeetingDocument, { isPresent }: Pick<Command, 'isPresent'>) =>
  remaining(meeting).filter(isPresent)

/** Whether the person `p` can meet the member of `own`, a row of `meetingMember`. */
export const canMeet = sql`(p.status = 'active' AND NOT EXISTS (
  SELECT 1 FROM blockedPair WHERE viewerId = own.memberId AND otherId = p.id))`

/**
 * Whether the meeting is off for the actor without a cancellation: a member was blocked, suspended or deleted.
 * Blocks and suspensions look the same (decision 011).
 */
export const isHiddenCancellation = {
  of(meeting: MeetingDocument, command: Command): boolean {
    if (isRemoved(meeting, command.actor)) return true
    if (!isUndecided(meeting)) return ['declined', 'cancelled'].includes(meeting.state) && !meeting.change
    const others = present(meeting, command)
    return others.length < MIN_PARTICIPANTS || !others.includes(meeting.organiser)
  },
  /**
   * The same of the meeting `m`, if it has not ended, and the member of `own`. `CROSS` keeps SQLite from going through
   * all active members.
   */
  sql: sql`(own.part = 'removed' OR NOT (
    SELECT count(*) >= ${MIN_PARTICIPANTS} AND max(p.id = m.organiser)
    FROM meetingMember AS other CROSS JOIN person AS p ON p.id = other.memberId
    WHERE other.number = m.number AND other.part = 'in' AND ${canMeet}))`,
}

/** The status of the meeting as the actor sees it now. */
export function statusOf(meeting: MeetingDocument, command: Command): MeetingStatus {
  if (isRemoved(meeting, command.actor)) return 'cancelled'
  if (isHiddenCancellation.of(meeting, command) && isUndecided(meeting))
    return meeting.state === 'proposed' && command.isPresent(meeting.organiser) ? 'declined' : 'cancelled'
  const { state, promises } = applyElapsedTime(meeting, command.now)
  if (state === 'scheduled' && command.now >= endOf(meeting) + CONFIRMATION_OPENS)
    return 'awaitingConfirmation'
  if (state !== 'held') return state
  const isResolved = promises.length > 0 && promises.every((promise) => promise.state !== 'open')
  return isResolved ? 'followedUp' : 'held'
}

/** Applies time-based transitions (expiry, confirmation deadline). */
export function applyElapsedTime(meeting: MeetingDocument, now: number): MeetingDocument {
  if (isOpen(meeting) && now >= expiryOf(meeting)) return close(meeting, 'expired', expiryOf(meeting))
  if (meeting.state === 'scheduled' && now >= confirmUntil(meeting))
    return close(meeting, 'notHeld', confirmUntil(meeting))
  return meeting
}

type Over = Exclude<MeetingDocument['state'], 'proposed' | 'rescheduled' | 'scheduled'>

export const close = (meeting: MeetingDocument, state: Over, at: number): MeetingDocument => ({
  ...meeting,
  state,
  closesAt: isoInstant(at),
})

type Change = MeetingDocument['change']

/** Cancels an upcoming meeting and removes its calendar entry. Without `change` no one learns by whom and why. */
export function cancelMeeting(
  meeting: MeetingDocument,
  state: Over,
  { now, change }: { now: number; change?: Change },
) {
  return inCalendars({ ...close(meeting, state, now), change }, now)
}

/** Cancels the meeting if fewer than two members are left, or no organiser. */
export function cancelIfTooFew(
  meeting: MeetingDocument,
  when: { now: number; change?: Change },
): MeetingDocument {
  const left = remaining(meeting)
  const isOrganised = left.includes(meeting.organiser)
  if (isOrganised && left.length >= MIN_PARTICIPANTS) return meeting
  return cancelMeeting(meeting, isOrganised && meeting.state === 'proposed' ? 'declined' : 'cancelled', when)
}

/** Marks a change that calendars must show. */
export const inCalendars = (meeting: MeetingDocument, now: number): MeetingDocument => ({
  ...meeting,
  sequence: meeting.sequence + 1,
  changedAt: isoInstant(now),
})

/** Adds the fields that are derived from the others. Applied before every write. */
export function withDerived(before: MeetingDocument, now: number): MeetingDocument {
  const { dueAt: _, ...meeting } = before
  if (isUndecided(meeting)) {
    const dueAt = isoInstant(isOpen(meeting) ? expiryOf(meeting) : confirmUntil(meeting))
    return { ...meeting, closesAt: dueAt, dueAt, attentionOf: [] }
  }
  if (meeting.state !== 'held') return { ...meeting, attentionOf: [] }
  const late = now < confirmUntil(meeting) ? unconfirmed(meeting) : []
  return {
    ...meeting,
    dueAt: late.length > 0 ? isoInstant(confirmUntil(meeting)) : undefined,
    attentionOf: [...new Set([...late, ...responsible(meeting)])].toSorted(),
    dueDays: [...new Set(openPromises(meeting).map(({ dueOn }) => dueOn))],
  }
}

export const openPromises = ({ promises }: MeetingDocument) =>
  promises.filter(({ state }) => state === 'open')

const unconfirmed = (meeting: MeetingDocument) =>
  remaining(meeting).filter((id) => !meeting.confirmations.some(({ member }) => member === id))

/** Members responsible for the next step of each promise and outcome. */
const responsible = ({ promises, outcomes }: MeetingDocument) => [
  ...promises.flatMap(({ state, owner, to, confirmedAt }) => {
    if (state === 'open') return [owner]
    return state === 'done' && !confirmedAt ? [to] : []
  }),
  ...outcomes.flatMap(({ to, confirmedAt }) => (confirmedAt ? [] : [to])),
]

export function assertOrganiser({ organiser }: MeetingDocument, { actor }: Command) {
  if (actor !== organiser) throw forbidden('organiser_only', m.refusedOrganiserOnly())
}

const REFUSALS: Record<MeetingStatus, string> = {
  proposed: 'not_scheduled',
  rescheduled: 'not_scheduled',
  scheduled: 'meeting_scheduled',
  awaitingConfirmation: 'meeting_over',
  held: 'meeting_held',
  followedUp: 'meeting_held',
  notHeld: 'meeting_not_held',
  declined: 'meeting_declined',
  expired: 'meeting_expired',
  cancelled: 'meeting_cancelled',
}

/** The reason why the state of the meeting does not allow a command. */
export function refusal(meeting: MeetingDocument, command: Command): Failure {
  const status = statusOf(meeting, command)
  if (status === 'scheduled' && command.now >= startOf(meeting))
    return conflict('meeting_started', m.refusedStarted())
  return conflict(REFUSALS[status], m.refusedStatus({ status }))
}

/** Whether it is scheduled and has not started. */
export const isComing = (meeting: MeetingDocument, command: Command) =>
  statusOf(meeting, command) === 'scheduled' && command.now < startOf(meeting)

/**
 * Whether the actor can propose new times after nobody chose one. In an arranged meeting all can: they may have no other
 * way to invite each other.
 */
export const canReopen = (meeting: MeetingDocument, command: Command) =>
  isArranged(meeting) &&
  statusOf(meeting, command) === 'expired' &&
  present(meeting, command).length >= MIN_PARTICIPANTS

export const isVoting = (meeting: MeetingDocument, command: Command) =>
  isOpen(meeting) && ['proposed', 'rescheduled'].includes(statusOf(meeting, command))
