import {
  CONFIRMATION_CLOSES,
  CONFIRMATION_OPENS,
  type MeetingStatus,
  PROPOSAL_LIFETIME,
} from '#shared/meeting-rules.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { conflict, type Failure, forbidden } from '#server/lib/failure.ts'

import type { MeetingDocument } from './document.ts'

/** Who looks at a meeting or changes it, and when. */
export interface Command {
  actor: string
  /** Milliseconds. */
  now: number
  /** Whether the actor may meet this member: active, and no block between the two. */
  isPresent: (memberId: string) => boolean
}

const MINUTE = 60 * 1_000
/** Fewer are no meeting. */
const MIN_PARTICIPANTS = 2

export const isOpen = ({ state }: MeetingDocument) => state === 'proposed' || state === 'rescheduled'
const isUndecided = (meeting: MeetingDocument) => isOpen(meeting) || meeting.state === 'scheduled'

/** Seven days after voting began, or when the last slot begins. Milliseconds, like all below. */
export const expiryOf = ({ votingSince, slots }: MeetingDocument) =>
  Math.min(Date.parse(votingSince) + PROPOSAL_LIFETIME, Date.parse(slots.at(-1)?.startsAt ?? votingSince))
export const startOf = ({ startsAt = '' }: MeetingDocument) => Date.parse(startsAt)
export const endOf = (meeting: MeetingDocument) => startOf(meeting) + meeting.durationMinutes * MINUTE
export const confirmUntil = (meeting: MeetingDocument) => endOf(meeting) + CONFIRMATION_CLOSES

export const isRemoved = ({ removed }: MeetingDocument, memberId: string) => removed.includes(memberId)
export const remaining = (meeting: MeetingDocument) =>
  meeting.participants.filter((id) => !isRemoved(meeting, id))
/** Whom the actor can know to be in it. To those who were removed, nobody else was. */
export const shownParticipants = (meeting: MeetingDocument, { actor }: Pick<Command, 'actor'>) =>
  isRemoved(meeting, actor) ? meeting.participants : remaining(meeting)
export const present = (meeting: MeetingDocument, { isPresent }: Pick<Command, 'isPresent'>) =>
  remaining(meeting).filter(isPresent)

/**
 * Whether the meeting is off for the actor without anyone having said so: someone was blocked, suspended or deleted. Blocks and
 * suspensions look the same (decision 042).
 */
export function isSilentlyOff(meeting: MeetingDocument, command: Command): boolean {
  if (isRemoved(meeting, command.actor)) return true
  if (!isUndecided(meeting)) return ['declined', 'cancelled'].includes(meeting.state) && !meeting.change
  const others = present(meeting, command)
  return others.length < MIN_PARTICIPANTS || !others.includes(meeting.organiser)
}

/** What the meeting is to the actor now. */
export function statusOf(meeting: MeetingDocument, command: Command): MeetingStatus {
  if (isRemoved(meeting, command.actor)) return 'cancelled'
  if (isSilentlyOff(meeting, command) && isUndecided(meeting))
    return meeting.state === 'proposed' && command.isPresent(meeting.organiser) ? 'declined' : 'cancelled'
  const { state, promises } = settle(meeting, command.now)
  if (state === 'scheduled' && command.now >= endOf(meeting) + CONFIRMATION_OPENS)
    return 'awaitingConfirmation'
  if (state !== 'held') return state
  const isResolved = promises.length > 0 && promises.every((promise) => promise.state !== 'open')
  return isResolved ? 'followedUp' : 'held'
}

/** Applies what time alone decides. */
export function settle(meeting: MeetingDocument, now: number): MeetingDocument {
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

/** Ends what was still to come; a calendar entry leaves. Without `change` nobody is told who and why. */
export function callOff(
  meeting: MeetingDocument,
  state: Over,
  { now, change }: { now: number; change?: Change },
) {
  const { change: _, ...rest } = meeting
  return inCalendars({ ...close(rest, state, now), ...(change && { change }) }, now)
}

/** Calls the meeting off where fewer than two are left, or nobody who organises it. */
export function unlessAlone(
  meeting: MeetingDocument,
  when: { now: number; change?: Change },
): MeetingDocument {
  const left = remaining(meeting)
  const isOrganised = left.includes(meeting.organiser)
  if (isOrganised && left.length >= MIN_PARTICIPANTS) return meeting
  return callOff(meeting, isOrganised && meeting.state === 'proposed' ? 'declined' : 'cancelled', when)
}

/** Marks a change that calendars must show. */
export const inCalendars = (meeting: MeetingDocument, now: number): MeetingDocument => ({
  ...meeting,
  sequence: meeting.sequence + 1,
  changedAt: isoInstant(now),
})

/** With the fields that follow from the others. Applied to whatever is stored. */
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
    ...(late.length > 0 && { dueAt: isoInstant(confirmUntil(meeting)) }),
    attentionOf: [...new Set([...late, ...responsible(meeting)])].toSorted(),
    dueDays: [...new Set(openPromises(meeting).map(({ dueOn }) => dueOn))],
  }
}

export const openPromises = ({ promises }: MeetingDocument) =>
  promises.filter(({ state }) => state === 'open')

const unconfirmed = (meeting: MeetingDocument) =>
  remaining(meeting).filter((id) => !meeting.confirmations.some(({ member }) => member === id))

/** Whose turn it is with each promise and outcome. */
const responsible = ({ promises, outcomes }: MeetingDocument) => [
  ...promises.flatMap(({ state, owner, to, confirmedAt }) => {
    if (state === 'open') return [owner]
    return state === 'done' && !confirmedAt ? [to] : []
  }),
  ...outcomes.flatMap(({ to, confirmedAt }) => (confirmedAt ? [] : [to])),
]

export function assertOrganiser({ organiser }: MeetingDocument, { actor }: Command) {
  if (actor !== organiser)
    throw forbidden('organiser_only', 'Only the organiser of this meeting can do this.')
}

const REFUSALS: Record<MeetingStatus, [code: string, message: string]> = {
  proposed: ['not_scheduled', 'This meeting isn’t scheduled yet.'],
  rescheduled: ['not_scheduled', 'This meeting isn’t scheduled yet.'],
  scheduled: ['meeting_scheduled', 'This meeting is already scheduled.'],
  awaitingConfirmation: ['meeting_over', 'This meeting is over.'],
  held: ['meeting_held', 'This meeting has taken place.'],
  followedUp: ['meeting_held', 'This meeting has taken place.'],
  notHeld: ['meeting_not_held', 'This meeting didn’t take place.'],
  declined: ['meeting_declined', 'This meeting was declined.'],
  expired: ['meeting_expired', 'This proposal has expired.'],
  cancelled: ['meeting_cancelled', 'This meeting is cancelled.'],
}

/** Why the state of the meeting does not allow a command. */
export function refusal(meeting: MeetingDocument, command: Command): Failure {
  const status = statusOf(meeting, command)
  if (status === 'scheduled' && command.now >= startOf(meeting))
    return conflict('meeting_started', 'This meeting has already started.')
  return conflict(...REFUSALS[status])
}

/** Whether it is scheduled and has not started. */
export const isComing = (meeting: MeetingDocument, command: Command) =>
  statusOf(meeting, command) === 'scheduled' && command.now < startOf(meeting)

export const isVoting = (meeting: MeetingDocument, command: Command) =>
  isOpen(meeting) && ['proposed', 'rescheduled'].includes(statusOf(meeting, command))
