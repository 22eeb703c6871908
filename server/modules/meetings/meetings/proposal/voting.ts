import { isDeepStrictEqual } from 'node:util'

import * as m from '#shared/meetings/messages.ts'
import type { MeetingProposal, VotesEdit } from '#shared/meetings/schema.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import type { MeetingDocument } from '#server/modules/meetings/meetings/document/document.ts'
import {
  assertOrganiser,
  cancelMeeting,
  canReopen,
  type Command,
  inCalendars,
  isComing,
  isVoting,
  present,
  refusal,
} from '#server/modules/meetings/meetings/document/state.ts'

type Slot = MeetingDocument['slots'][number]

export interface NewMeeting {
  id: string
  organiser: string
  /** Normalised: instants in UTC and in order of time, `participants` without the organiser. */
  proposal: MeetingProposal
  requestHash: string
  now: number
}

export function propose({ id, organiser, proposal, requestHash, now }: NewMeeting): MeetingDocument {
  const { participants, slots, ...rest } = proposal
  const at = isoInstant(now)
  return {
    ...rest,
    id,
    version: 1,
    sequence: 0,
    changedAt: at,
    state: 'proposed',
    organiser,
    participants: [organiser, ...participants],
    removed: [],
    departures: [],
    proposedAt: at,
    votingSince: at,
    slots: newSlots(slots, organiser),
    confirmations: [],
    notes: { text: '', version: 0 },
    outcomes: [],
    promises: [],
    thanks: [],
    requestHash,
    closesAt: at,
    attentionOf: [],
  }
}

/** A meeting whose times nobody has proposed, so that nobody has voted. The first member organises it. */
export function arrange(proposed: NewMeeting): MeetingDocument {
  const meeting = propose(proposed)
  return { ...meeting, slots: meeting.slots.map((slot) => ({ ...slot, votes: [] })) }
}

/** Proposing a time counts as the organiser's yes to it. */
const newSlots = (slots: readonly string[], organiser: string) =>
  slots.map((startsAt): Slot => ({ startsAt, votes: [{ member: organiser, vote: 'yes' }] }))

/** Ignores votes on slots that have begun, which were still offered when the form was opened. */
export function vote(meeting: MeetingDocument, { votes }: VotesEdit, command: Command): MeetingDocument {
  const { actor, now } = command
  const wanted = new Map(votes.map(({ slot, vote: given }) => [slot, given]))
  const isGiven = ({ startsAt, votes: given }: Slot) =>
    given.some((own) => own.member === actor && own.vote === wanted.get(startsAt))
  const isKnown = [...wanted.keys()].every((startsAt) => slotAt(meeting, startsAt))
  const voted = meeting.slots.filter(({ startsAt }) => wanted.has(startsAt))
  // A repeated request whose first response was lost; that one may have scheduled the meeting.
  if (meeting.state === 'scheduled' && isKnown && voted.every(isGiven)) return meeting
  if (!isVoting(meeting, command)) throw refusal(meeting, command)
  if (!isKnown) throw slotsChanged()
  const slots = meeting.slots.map((slot): Slot => {
    const own = wanted.get(slot.startsAt)
    if (own === undefined || isGiven(slot) || Date.parse(slot.startsAt) <= now) return slot
    return { ...slot, votes: [...withoutVotesOf(slot, actor).votes, { member: actor, vote: own }] }
  })
  const isSame = slots.every((slot, at) => slot === meeting.slots[at])
  return isSame ? meeting : scheduleIfAgreed({ ...meeting, slots }, command)
}

export const withoutVotesOf = (slot: Slot, memberId: string): Slot => ({
  ...slot,
  votes: slot.votes.filter(({ member }) => member !== memberId),
})

const slotsChanged = () => conflict('slots_changed', m.refusedSlots())

const slotAt = ({ slots }: MeetingDocument, startsAt: string) =>
  slots.find((slot) => slot.startsAt === startsAt)

/** Schedules the earliest future slot to which everyone present said yes. */
export function scheduleIfAgreed(meeting: MeetingDocument, command: Command): MeetingDocument {
  const everyone = present(meeting, command)
  const votedYes = ({ votes }: Slot) =>
    everyone.every((id) => votes.some(({ member, vote: given }) => member === id && given === 'yes'))
  const agreed = meeting.slots.find((slot) => Date.parse(slot.startsAt) > command.now && votedYes(slot))
  return agreed ? schedule(meeting, agreed.startsAt, command) : meeting
}

const schedule = (meeting: MeetingDocument, startsAt: string, { now }: Command): MeetingDocument =>
  inCalendars({ ...meeting, state: 'scheduled', startsAt }, now)

export function choose(meeting: MeetingDocument, slot: string, command: Command): MeetingDocument {
  assertOrganiser(meeting, command)
  if (meeting.state === 'scheduled' && meeting.startsAt === slot) return meeting
  if (!isVoting(meeting, command)) throw refusal(meeting, command)
  if (!slotAt(meeting, slot)) throw slotsChanged()
  if (Date.parse(slot) <= command.now) throw conflict('slot_past', m.refusedSlotPast())
  return schedule(meeting, slot, command)
}

/**
 * A member who proposes new times for an arranged meeting that has expired organises it from then on.
 * @param slots normalised, in order of time
 */
export function reschedule(
  meeting: MeetingDocument,
  { slots, reason }: { slots: readonly string[]; reason: string },
  command: Command,
): MeetingDocument {
  const isReopened = canReopen(meeting, command)
  if (!isReopened) assertOrganiser(meeting, command)
  const isRepeated =
    meeting.change?.reason === reason &&
    isDeepStrictEqual(
      meeting.slots.map(({ startsAt }) => startsAt),
      slots,
    )
  if (isRepeated && (meeting.state === 'rescheduled' || meeting.state === 'scheduled')) return meeting
  if (!isReopened && !isComing(meeting, command)) throw refusal(meeting, command)
  const { actor } = command
  const at = isoInstant(command.now)
  return inCalendars(
    {
      ...meeting,
      state: 'rescheduled',
      organiser: actor,
      votingSince: at,
      slots: newSlots(slots, actor),
      change: { by: actor, reason, at },
    },
    command.now,
  )
}

/** A cancelled meeting keeps its first reason. */
export function cancel(meeting: MeetingDocument, reason: string, command: Command): MeetingDocument {
  assertOrganiser(meeting, command)
  const { actor, now } = command
  if (meeting.state === 'cancelled' && meeting.change?.by === actor) return meeting
  if (!isVoting(meeting, command) && !isComing(meeting, command)) throw refusal(meeting, command)
  return cancelMeeting(meeting, 'cancelled', { now, change: { by: actor, reason, at: isoInstant(now) } })
}
