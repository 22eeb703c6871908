import { isDeepStrictEqual } from 'node:util'

import * as m from '#shared/meetings/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import type { MeetingPromise, NewOutcome, NewPromise, NewThanks } from '#shared/meetings/follow-up.ts'
import { MEETING_LIMITS } from '#shared/meetings/rules.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { conflict, forbidden, invalidFields, notFound, stale } from '#server/lib/failure.ts'
import type { MeetingDocument } from '#server/modules/meetings/meetings/document/document.ts'
import { type Command, present, refusal, statusOf } from '#server/modules/meetings/meetings/document/state.ts'

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
  throw invalidFields(Object.fromEntries(wrong.map(([field]) => [field, m.refusedParticipants()])))
}

/**
 * Whether the same request has added it before.
 * @param detail advice for a request with other contents
 * @throws Failure 409 when the earlier one had other contents, which must not be lost silently
 */
function wasAdded<P extends { id: string }>(
  parts: readonly P[],
  added: Partial<P>,
  part: 'outcome' | 'promise' | 'thanks',
  detail = m.refusedRepeatedText(),
) {
  const before = parts.find(({ id }) => id === added.id)
  if (!before) return false
  if (isDeepStrictEqual({ ...before, ...added }, before)) return true
  throw conflict('already_made', m.refusedRepeated({ part }), { detail })
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

/** Counts at once if the person who benefited recorded it. */
export function recordOutcome(
  meeting: MeetingDocument,
  outcome: NewOutcome & { id: string },
  command: Command,
): MeetingDocument {
  if (wasAdded(meeting.outcomes, outcome, 'outcome')) return meeting
  assertHeld(meeting, command)
  const { from, to } = outcome
  if (from === to) throw invalidFields({ to: m.outcomeRule() })
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
  if (outcome.to !== command.actor) throw forbidden('not_yours', m.refusedOutcomeConfirm())
  if (outcome.confirmedAt) return meeting
  assertHeld(meeting, command)
  return {
    ...meeting,
    outcomes: meeting.outcomes.map((each) =>
      each === outcome ? { ...each, confirmedAt: isoInstant(command.now) } : each,
    ),
  }
}

/** Possible before it is confirmed, for the person who recorded it or who would confirm it. */
export function removeOutcome(
  meeting: MeetingDocument,
  outcomeId: string,
  command: Command,
): MeetingDocument {
  const outcome = meeting.outcomes.find(({ id }) => id === outcomeId)
  if (!outcome) return meeting
  if (outcome.recordedBy !== command.actor && outcome.to !== command.actor)
    throw forbidden('not_yours', m.refusedOutcomeDelete())
  if (outcome.confirmedAt) throw conflict('outcome_confirmed', m.refusedOutcomeConfirmed())
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
  if (to === actor) throw invalidFields({ to: m.refusedSelf() })
  assertPresent(meeting, { to }, command)
  if (dueOn < earliestDate(now)) throw invalidFields({ dueOn: m.refusedDueEarly() })
  if (dueOn > isoInstant(now + MEETING_LIMITS.daysAhead * DAY).slice(0, 10))
    throw invalidFields({ dueOn: m.refusedDueLate({ days: MEETING_LIMITS.daysAhead }) })
  assertBelow(meeting.promises, 'promises')
  return { ...meeting, promises: [...meeting.promises, { id, text, owner: actor, to, dueOn, state: 'open' }] }
}

/** The current date in the westernmost zone, 12 hours behind UTC. */
const earliestDate = (now: number) => isoInstant(now - DAY / 2).slice(0, 10)

export const keepPromise = (meeting: MeetingDocument, promiseId: string, command: Command) =>
  changeOwn(meeting, promiseId, command, (before) => {
    if (before.state === 'dropped') throw conflict('promise_dropped', m.refusedPromiseDropped())
    return before.state === 'done' ? before : { ...before, state: 'done' }
  })

export const dropPromise = (
  meeting: MeetingDocument,
  { promiseId, reason }: { promiseId: string; reason: string },
  command: Command,
) =>
  changeOwn(meeting, promiseId, command, (before) => {
    if (before.state === 'done') throw conflict('promise_done', m.refusedPromiseDone())
    return before.state === 'dropped' ? before : { ...before, state: 'dropped', reason }
  })

/**
 * Ends promises of the member and to them. After a deletion no one remains to keep or confirm them. A dropped promise
 * without a reason has ended with an account.
 */
export const endPromises = (meeting: MeetingDocument, memberId: string): MeetingDocument => {
  const isEnding = ({ state, owner, to }: MeetingPromise) =>
    state === 'open' && [owner, to].includes(memberId)
  if (!meeting.promises.some(isEnding)) return meeting
  return {
    ...meeting,
    promises: meeting.promises.map((each) => (isEnding(each) ? { ...each, state: 'dropped' } : each)),
  }
}

/** Possible even after it was confirmed: it then counts as not kept until it is done and confirmed again. */
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
  if (before.to !== command.actor) throw forbidden('not_yours', m.refusedPromiseConfirm())
  if (before.confirmedAt) return meeting
  assertHeld(meeting, command)
  if (before.state !== 'done') throw conflict('promise_open', m.refusedPromiseOpen())
  return replace(meeting, before, { ...before, confirmedAt: isoInstant(command.now) })
}

function changeOwn(
  meeting: MeetingDocument,
  promiseId: string,
  command: Command,
  change: (before: MeetingPromise) => MeetingPromise,
): MeetingDocument {
  const before = promiseOf(meeting, promiseId)
  if (before.owner !== command.actor) throw forbidden('not_yours', m.refusedPromiseOther())
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

/** Once for each of the others. */
export function thank(
  meeting: MeetingDocument,
  { id, to, text }: NewThanks & { id: string },
  command: Command,
): MeetingDocument {
  if (wasAdded(meeting.thanks, { id, to, text }, 'thanks', m.refusedThanksText())) return meeting
  assertHeld(meeting, command)
  const { actor, now } = command
  if (to === actor) throw invalidFields({ to: m.refusedSelf() })
  assertPresent(meeting, { to }, command)
  if (meeting.thanks.some((each) => each.from === actor && each.to === to))
    throw conflict('already_thanked', m.refusedThankedTwice())
  return { ...meeting, thanks: [...meeting.thanks, { id, from: actor, to, text, at: isoInstant(now) }] }
}

function assertBelow(list: readonly unknown[], kind: 'outcomes' | 'promises') {
  const limit = MEETING_LIMITS[kind]
  if (list.length >= limit) throw conflict(`too_many_${kind}`, m.refusedTooMany({ limit, kind }))
}
