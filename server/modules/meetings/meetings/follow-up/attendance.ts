import * as m from '#shared/meetings/messages.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import type { MeetingDocument } from '#server/modules/meetings/meetings/document/document.ts'
import {
  close,
  type Command,
  confirmUntil,
  isComing,
  isOpen,
  isRemoved,
  isVoting,
  refusal,
  remaining,
  startOf,
  statusOf,
  cancelIfTooFew,
} from '#server/modules/meetings/meetings/document/state.ts'
import { scheduleIfAgreed, withoutVotesOf } from '#server/modules/meetings/meetings/proposal/voting.ts'

import { endPromises } from './follow-up.ts'

/** Confirmations that a meeting needs to count as held. */
const CONFIRMATIONS = 2

export const hasLeft = ({ departures, participants }: MeetingDocument, memberId: string) =>
  !participants.includes(memberId) && departures.some(({ member }) => member === memberId)

/** Possible while votes are open. With a yes from all others, the meeting is scheduled. */
export function decline(meeting: MeetingDocument, reason: string, command: Command): MeetingDocument {
  assertGuest(meeting, command)
  if (!isVoting(meeting, command)) throw refusal(meeting, command)
  return withdraw(meeting, reason, command)
}

function withdraw(meeting: MeetingDocument, reason: string, command: Command) {
  const after = depart(meeting, reason, command)
  return isOpen(after) ? scheduleIfAgreed(after, command) : after
}

/** Possible once it is scheduled, until it starts. */
export function leave(meeting: MeetingDocument, reason: string, command: Command): MeetingDocument {
  assertGuest(meeting, command)
  if (!isComing(meeting, command)) throw refusal(meeting, command)
  return depart(meeting, reason, command)
}

function assertGuest({ organiser }: MeetingDocument, { actor }: Command) {
  if (actor === organiser) throw conflict('organiser_stays', m.refusedOrganiserLeaves())
}

function depart(meeting: MeetingDocument, reason: string, { actor, now }: Command): MeetingDocument {
  const at = isoInstant(now)
  const departures = [...meeting.departures, { member: actor, reason, at }]
  const after = { ...without(meeting, actor), departures }
  return cancelIfTooFew(after, { now, change: { by: actor, reason, at } })
}

const without = (meeting: MeetingDocument, memberId: string): MeetingDocument => ({
  ...meeting,
  participants: meeting.participants.filter((id) => id !== memberId),
  slots: meeting.slots.map((slot) => withoutVotesOf(slot, memberId)),
})

/** Whether it can still be prevented. */
const isAhead = (meeting: MeetingDocument, now: number) =>
  isOpen(meeting) || (meeting.state === 'scheduled' && now < startOf(meeting))

/**
 * The blocker leaves the meeting, or as its organiser removes the other, who is not notified. Meetings that have
 * started stay unchanged.
 */
export function applyBlock(
  meeting: MeetingDocument,
  { blocker, blocked, now }: { blocker: string; blocked: string; now: number },
): MeetingDocument {
  const left = remaining(meeting)
  if (!isAhead(meeting, now) || !left.includes(blocker) || !left.includes(blocked)) return meeting
  if (meeting.organiser !== blocker) return cancelIfTooFew(without(meeting, blocker), { now })
  return cancelIfTooFew({ ...meeting, removed: [...meeting.removed, blocked] }, { now })
}

/** A deleted account leaves upcoming meetings, as by declining or leaving, and stays in the history of others. */
export function forget(meeting: MeetingDocument, command: Command): MeetingDocument {
  const { actor, now } = command
  if (!meeting.participants.includes(actor) || !isAhead(meeting, now)) return endPromises(meeting, actor)
  if (isRemoved(meeting, actor)) return without(meeting, actor)
  return withdraw(meeting, '', command)
}

/** The answer to whether the meeting took place can change until the outcome is decided. */
export function confirm(meeting: MeetingDocument, held: boolean, command: Command): MeetingDocument {
  const { actor, now } = command
  const status = statusOf(meeting, command)
  const own = meeting.confirmations.find(({ member }) => member === actor)
  if (own?.held === held && !isRemoved(meeting, actor)) return meeting
  if (status === 'scheduled') throw conflict('not_over', m.refusedConfirmEarly())
  const isLate = (status === 'held' || status === 'followedUp') && !own && now < confirmUntil(meeting)
  if (status !== 'awaitingConfirmation' && !isLate) throw refusal(meeting, command)
  const confirmations = [
    ...meeting.confirmations.filter(({ member }) => member !== actor),
    { member: actor, held },
  ]
  const after = { ...meeting, confirmations }
  return meeting.state === 'held' ? after : decided(after, now)
}

function decided(meeting: MeetingDocument, now: number): MeetingDocument {
  const { confirmations } = meeting
  if (confirmations.filter(({ held }) => held).length >= CONFIRMATIONS) return close(meeting, 'held', now)
  // Includes members whom the actor does not see: a block must not decide for the others.
  const answered = remaining(meeting).every((id) => confirmations.some(({ member }) => member === id))
  return answered ? close(meeting, 'notHeld', now) : meeting
}
