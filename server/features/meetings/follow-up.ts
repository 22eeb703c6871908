import { isDeepStrictEqual } from 'node:util'

import type { MeetingPromise, NewOutcome, NewPromise, NewThanks } from '#shared/meeting-follow-up.ts'
import { MEETING_LIMITS } from '#shared/meeting-rules.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { conflict, forbidden, invalidFields, notFound, stale } from '#server/lib/failure.ts'

import type { MeetingDocument } from './document.ts'
import { type Command, present, refusal, statusOf } from './state.ts'

const DAY = 24 * 60 * 60 * 1_000

export const isHeld = (meeting: MeetingDocument, command: Command) =>
  ['held', 'followedUp'].includes(statusOf(meeting, command))

function assertHeld(meeting: MeetingDocument, command: Command) {
  if (!isHeld(meeting, command)) throw refusal(meeting, command)
}

/** @param field of the form that names the member */
function assertPresent(meeting: MeetingDocument, members: Record<string, string>, command: Command) {
  const others = present(meeting, command)
  const wrong = Object.entries(members).filter(([, memberId]) => !others.includes(memberId))
  if (wrong.length === 0) return
  throw invalidFields(
    Object.fromEntries(wrong.map(([field]) => [field, 'Choose someone who was in this meeting.'])),
  )
}

const ADD_ANOTHER = 'See it in this meeting, or try again to add another one.'

/**
 * Whether the same request has added it before.
 * @param detail what can be done when that one had other contents
 * @throws Failure 409 when that one had other contents, which must not be lost in silence
 */
function wasAdded<P extends { id: string }>(
  parts: readonly P[],
  added: Partial<P>,
  name: string,
  detail = ADD_ANOTHER,
) {
  const before = parts.find(({ id }) => id === added.id)
  if (!before) return false
  if (isDeepStrictEqual({ ...before, ...added }, before)) return true
  throw conflict('already_made', `This ${name} was already added, with other details.`, { detail })
}

export function writeNotes(
  meeting: MeetingDocument,
  { text, version }: { text: string; version: number },
  command: Command,
): MeetingDocument {
  assertHeld(meeting, command)
  const { notes } = meeting
  const isRepeated = notes.version === version + 1 && notes.text === text && notes.changedBy === command.actor
  if (isRepeated) return meeting
  if (notes.version !== version) throw stale('note')
  return {
    ...meeting,
    notes: { text, version: version + 1, changedBy: command.actor, changedAt: isoInstant(command.now) },
  }
}

/** Recorded by the person who benefited, it counts at once. */
export function recordOutcome(
  meeting: MeetingDocument,
  outcome: NewOutcome & { id: string },
  command: Command,
): MeetingDocument {
  if (wasAdded(meeting.outcomes, outcome, 'outcome')) return meeting
  assertHeld(meeting, command)
  const { from, to } = outcome
  if (from === to) throw invalidFields({ to: 'Choose someone other than the person who helped.' })
  assertPresent(meeting, { from, to }, command)
  assertBelow(meeting.outcomes, 'outcomes')
  const { actor, now } = command
  const confirmed = to === actor && { confirmedAt: isoInstant(now) }
  return { ...meeting, outcomes: [...meeting.outcomes, { ...outcome, recordedBy: actor, ...confirmed }] }
}

export function confirmOutcome(
  meeting: MeetingDocument,
  outcomeId: string,
  command: Command,
): MeetingDocument {
  const outcome = meeting.outcomes.find(({ id }) => id === outcomeId)
  if (!outcome) throw notFound('outcome')
  if (outcome.to !== command.actor)
    throw forbidden('not_yours', 'Only the person who benefited can confirm this outcome.')
  if (outcome.confirmedAt) return meeting
  assertHeld(meeting, command)
  return {
    ...meeting,
    outcomes: meeting.outcomes.map((each) =>
      each === outcome ? { ...each, confirmedAt: isoInstant(command.now) } : each,
    ),
  }
}

/** Before it is confirmed, by the person who recorded it or who would confirm it. */
export function removeOutcome(
  meeting: MeetingDocument,
  outcomeId: string,
  command: Command,
): MeetingDocument {
  const outcome = meeting.outcomes.find(({ id }) => id === outcomeId)
  if (!outcome) return meeting
  if (outcome.recordedBy !== command.actor && outcome.to !== command.actor)
    throw forbidden(
      'not_yours',
      'Only the person who recorded this outcome, or who benefited, can remove it.',
    )
  if (outcome.confirmedAt) throw conflict('outcome_confirmed', 'This outcome is confirmed, so it stays.')
  assertHeld(meeting, command)
  return { ...meeting, outcomes: meeting.outcomes.filter((each) => each !== outcome) }
}

export function promise(
  meeting: MeetingDocument,
  { id, text, to, dueOn }: NewPromise & { id: string },
  command: Command,
): MeetingDocument {
  if (wasAdded(meeting.promises, { id, text, to, dueOn }, 'promise')) return meeting
  assertHeld(meeting, command)
  const { actor, now } = command
  if (to === actor) throw invalidFields({ to: 'Choose someone else.' })
  assertPresent(meeting, { to }, command)
  if (dueOn < earliestDate(now)) throw invalidFields({ dueOn: 'Choose today or a later day.' })
  if (dueOn > isoInstant(now + MEETING_LIMITS.daysAhead * DAY).slice(0, 10))
    throw invalidFields({ dueOn: `Choose a day within the next ${MEETING_LIMITS.daysAhead} days.` })
  assertBelow(meeting.promises, 'promises')
  return { ...meeting, promises: [...meeting.promises, { id, text, owner: actor, to, dueOn, state: 'open' }] }
}

/** The day where it is still the earliest: 12 hours behind UTC. */
const earliestDate = (now: number) => isoInstant(now - DAY / 2).slice(0, 10)

export const keepPromise = (meeting: MeetingDocument, promiseId: string, command: Command) =>
  changeOwn(meeting, promiseId, command, (before) => {
    if (before.state === 'dropped')
      throw conflict('promise_dropped', 'This promise was dropped. Reopen it first.')
    return before.state === 'done' ? before : { ...before, state: 'done' }
  })

export const dropPromise = (
  meeting: MeetingDocument,
  { promiseId, reason }: { promiseId: string; reason: string },
  command: Command,
) =>
  changeOwn(meeting, promiseId, command, (before) => {
    if (before.state === 'done') throw conflict('promise_done', 'This promise is done. Reopen it first.')
    return before.state === 'dropped' ? before : { ...before, state: 'dropped', reason }
  })

/** Ends promises of the member and to them. After a deletion nobody is left to keep or to confirm them. */
export const endPromises = (meeting: MeetingDocument, memberId: string): MeetingDocument => {
  const isEnding = ({ state, owner, to }: MeetingPromise) =>
    state === 'open' && [owner, to].includes(memberId)
  if (!meeting.promises.some(isEnding)) return meeting
  const reason = 'The account was deleted.'
  return {
    ...meeting,
    promises: meeting.promises.map((each) => (isEnding(each) ? { ...each, state: 'dropped', reason } : each)),
  }
}

/** Also when it was confirmed: it then counts as not kept until it is done and confirmed again. */
export const reopenPromise = (meeting: MeetingDocument, promiseId: string, command: Command) =>
  changeOwn(meeting, promiseId, command, (before) => {
    if (before.state === 'open') return before
    const { reason: _reason, confirmedAt: _confirmedAt, ...rest } = before
    return { ...rest, state: 'open' }
  })

export function confirmPromise(
  meeting: MeetingDocument,
  promiseId: string,
  command: Command,
): MeetingDocument {
  const before = promiseOf(meeting, promiseId)
  if (before.to !== command.actor)
    throw forbidden('not_yours', 'Only the person it was promised to can confirm this.')
  if (before.confirmedAt) return meeting
  assertHeld(meeting, command)
  if (before.state !== 'done') throw conflict('promise_open', 'This promise isn’t marked as done yet.')
  return replace(meeting, before, { ...before, confirmedAt: isoInstant(command.now) })
}

function changeOwn(
  meeting: MeetingDocument,
  promiseId: string,
  command: Command,
  change: (before: MeetingPromise) => MeetingPromise,
): MeetingDocument {
  const before = promiseOf(meeting, promiseId)
  if (before.owner !== command.actor)
    throw forbidden('not_yours', 'Only the person who promised it can change this.')
  assertHeld(meeting, command)
  const after = change(before)
  return after === before ? meeting : replace(meeting, before, after)
}

function promiseOf({ promises }: MeetingDocument, promiseId: string) {
  const found = promises.find(({ id }) => id === promiseId)
  if (!found) throw notFound('promise')
  return found
}

const replace = (meeting: MeetingDocument, before: MeetingPromise, after: MeetingPromise) => ({
  ...meeting,
  promises: meeting.promises.map((each) => (each === before ? after : each)),
})

/** Once to each of the others. */
export function thank(
  meeting: MeetingDocument,
  { id, to, text }: NewThanks & { id: string },
  command: Command,
): MeetingDocument {
  const detail = 'See it in this meeting. You can thank each person once.'
  if (wasAdded(meeting.thanks, { id, to, text }, 'thank-you', detail)) return meeting
  assertHeld(meeting, command)
  const { actor, now } = command
  if (to === actor) throw invalidFields({ to: 'Choose someone else.' })
  assertPresent(meeting, { to }, command)
  if (meeting.thanks.some((each) => each.from === actor && each.to === to))
    throw conflict('already_thanked', 'You’ve already thanked this person for this meeting.')
  return { ...meeting, thanks: [...meeting.thanks, { id, from: actor, to, text, at: isoInstant(now) }] }
}

function assertBelow(list: readonly unknown[], kind: 'outcomes' | 'promises') {
  const limit = MEETING_LIMITS[kind]
  if (list.length >= limit)
    throw conflict(`too_many_${kind}`, `This meeting has ${limit} ${kind}, which is the limit.`)
}
