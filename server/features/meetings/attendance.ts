import { isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'

import type { MeetingDocument } from './document.ts'
import { endPromises } from './follow-up.ts'
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
  unlessAlone,
} from './state.ts'
import { scheduleIfAgreed, withoutVotesOf } from './voting.ts'

/** Confirmations with which a meeting counts as held. */
const CONFIRMATIONS = 2

export const hasLeft = ({ departures, participants }: MeetingDocument, memberId: string) =>
  !participants.includes(memberId) && departures.some(({ member }) => member === memberId)

/** While votes are open. With a yes from all others, the meeting is scheduled. */
export function decline(meeting: MeetingDocument, reason: string, command: Command): MeetingDocument {
  assertGuest(meeting, command)
  if (!isVoting(meeting, command)) throw refusal(meeting, command)
  return withdraw(meeting, reason, command)
}

function withdraw(meeting: MeetingDocument, reason: string, command: Command) {
  const after = depart(meeting, reason, command)
  return isOpen(after) ? scheduleIfAgreed(after, command) : after
}

/** Once it is scheduled, until it starts. */
export function leave(meeting: MeetingDocument, reason: string, command: Command): MeetingDocument {
  assertGuest(meeting, command)
  if (!isComing(meeting, command)) throw refusal(meeting, command)
  return depart(meeting, reason, command)
}

function assertGuest({ organiser }: MeetingDocument, { actor }: Command) {
  if (actor === organiser)
    throw conflict('organiser_stays', 'You organise this meeting. You can cancel it instead.')
}

function depart(meeting: MeetingDocument, reason: string, { actor, now }: Command): MeetingDocument {
  const at = isoInstant(now)
  const departures = [...meeting.departures, { member: actor, reason, at }]
  const after = { ...without(meeting, actor), departures }
  return unlessAlone(after, { now, change: { by: actor, reason, at } })
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
 * The blocker leaves the meeting, or as its organiser removes the other, who is not told. Meetings that have started
 * stay as they are.
 */
export function applyBlock(
  meeting: MeetingDocument,
  { blocker, blocked, now }: { blocker: string; blocked: string; now: number },
): MeetingDocument {
  const left = remaining(meeting)
  if (!isAhead(meeting, now) || !left.includes(blocker) || !left.includes(blocked)) return meeting
  if (meeting.organiser !== blocker) return unlessAlone(without(meeting, blocker), { now })
  return unlessAlone({ ...meeting, removed: [...meeting.removed, blocked] }, { now })
}

/** A deleted account leaves what is ahead, as by declining or leaving, and stays in the history of others. */
export function forget(meeting: MeetingDocument, command: Command): MeetingDocument {
  const { actor, now } = command
  if (!meeting.participants.includes(actor) || !isAhead(meeting, now)) return endPromises(meeting, actor)
  if (isRemoved(meeting, actor)) return without(meeting, actor)
  return withdraw(meeting, '', command)
}

/** The answer to whether the meeting took place can change until that is decided. */
export function confirm(meeting: MeetingDocument, held: boolean, command: Command): MeetingDocument {
  const { actor, now } = command
  const status = statusOf(meeting, command)
  const own = meeting.confirmations.find(({ member }) => member === actor)
  if (own?.held === held && !isRemoved(meeting, actor)) return meeting
  if (status === 'scheduled')
    throw conflict('not_over', 'You can confirm this meeting from an hour after its end.')
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
  // All who remain, also those whom the actor does not see: a block must not decide for the others.
  const answered = remaining(meeting).every((id) => confirmations.some(({ member }) => member === id))
  return answered ? close(meeting, 'notHeld', now) : meeting
}
