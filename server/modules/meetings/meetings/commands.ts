import { isDeepStrictEqual } from 'node:util'

import * as m from '#shared/meetings/messages.ts'
import type { NewOutcome, NewPromise, NewThanks } from '#shared/meetings/follow-up.ts'
import type { MeetingEdit, VotesEdit } from '#shared/meetings/schema.ts'
import { type Clock, normalInstant } from '#server/lib/clock.ts'
import { invalidFields, stale } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { oneLine, paragraphs } from '#server/lib/text/plain-text.ts'

import * as attendance from './follow-up/attendance.ts'
import type { MeetingDocument } from './document/document.ts'
import * as followUp from './follow-up/follow-up.ts'
import { checkedEdit, checkedSlots, checkedText } from './proposal/validation.ts'
import { assertOrganiser, type Command, inCalendars, isComing, isVoting, refusal } from './document/state.ts'
import * as voting from './proposal/voting.ts'
import type { WriteMeeting } from './writing.ts'

interface Deps {
  clock: Clock
  newId: () => string
  write: WriteMeeting
}

/** Participants' commands on a meeting. Each is safe to repeat, and resolves to the meeting after it. */
export function createMeetingCommands({ clock, newId, write }: Deps) {
  /** Declining and leaving succeed again for members who have already left. */
  const depart =
    (change: typeof attendance.decline) =>
    async (actor: string, id: string, reason = ''): Promise<void> => {
      const text = paragraphs(reason)
      await write(
        actor,
        id,
        (meeting, command) => (attendance.hasLeft(meeting, actor) ? meeting : change(meeting, text, command)),
        (meeting) => meeting.participants.includes(actor) || attendance.hasLeft(meeting, actor),
      )
    }

  const onPromise =
    (change: (meeting: MeetingDocument, promiseId: string, command: Command) => MeetingDocument) =>
    (actor: string, id: string, promiseId: string) =>
      write(actor, id, (meeting, command) => change(meeting, promiseId, command))

  /** Equal for each attempt of one request. */
  const partId = (actor: string, id: string, key = newId()) => joinedId(id, actor, key)

  return {
    /** Replaces the fields that the organiser can change before the start, if `version` is the latest. */
    edit(actor: string, id: string, version: number, sent: MeetingEdit) {
      const edit = checkedEdit(sent)
      return write(actor, id, (meeting, command) => editMeeting(meeting, { edit, version }, command))
    },

    vote(actor: string, id: string, { votes: sent }: VotesEdit) {
      const votes = sent.map((each) => ({ ...each, slot: normalInstant(each.slot) }))
      if (new Set(votes.map(({ slot }) => slot)).size < votes.length)
        throw invalidFields({ votes: m.refusedVotesTwice() })
      return write(actor, id, (meeting, command) => voting.vote(meeting, { votes }, command))
    },

    choose: (actor: string, id: string, slot: string) =>
      write(actor, id, (meeting, command) => voting.choose(meeting, normalInstant(slot), command)),

    reschedule(actor: string, id: string, sent: { slots: readonly string[]; reason: string }) {
      const reason = checkedText('reason', sent.reason)
      const slots = checkedSlots(sent.slots, clock())
      return write(actor, id, (meeting, command) => voting.reschedule(meeting, { slots, reason }, command))
    },

    cancel(actor: string, id: string, sent: string) {
      const reason = checkedText('reason', sent)
      return write(actor, id, (meeting, command) => voting.cancel(meeting, reason, command))
    },

    decline: depart(attendance.decline),
    leave: depart(attendance.leave),

    confirm: (actor: string, id: string, held: boolean) =>
      write(actor, id, (meeting, command) => attendance.confirm(meeting, held, command)),

    writeNotes: (actor: string, id: string, version: number, sent: string) =>
      write(actor, id, (meeting, command) =>
        followUp.writeNotes(meeting, { text: paragraphs(sent), version }, command),
      ),

    recordOutcome(actor: string, id: string, sent: NewOutcome, key?: string) {
      const outcome = { ...sent, note: oneLine(sent.note), id: partId(actor, id, key) }
      return write(actor, id, (meeting, command) => followUp.recordOutcome(meeting, outcome, command))
    },

    confirmOutcome: (actor: string, id: string, outcomeId: string) =>
      write(actor, id, (meeting, command) => followUp.confirmOutcome(meeting, outcomeId, command)),

    removeOutcome: (actor: string, id: string, outcomeId: string) =>
      write(actor, id, (meeting, command) => followUp.removeOutcome(meeting, outcomeId, command)),

    promise(actor: string, id: string, sent: NewPromise, key?: string) {
      const promise = { ...sent, text: oneLine(checkedText('text', sent.text)), id: partId(actor, id, key) }
      return write(actor, id, (meeting, command) => followUp.promise(meeting, promise, command))
    },

    keepPromise: onPromise(followUp.keepPromise),
    reopenPromise: onPromise(followUp.reopenPromise),
    confirmPromise: onPromise(followUp.confirmPromise),

    dropPromise(actor: string, id: string, promiseId: string, sent: string) {
      const reason = checkedText('reason', sent)
      return write(actor, id, (meeting, command) =>
        followUp.dropPromise(meeting, { promiseId, reason }, command),
      )
    },

    thank(actor: string, id: string, sent: NewThanks, key?: string) {
      const thanks = { ...sent, text: checkedText('text', sent.text), id: partId(actor, id, key) }
      return write(actor, id, (meeting, command) => followUp.thank(meeting, thanks, command))
    },
  }
}

function editMeeting(
  meeting: MeetingDocument,
  { edit, version }: { edit: MeetingEdit; version: number },
  command: Command,
): MeetingDocument {
  assertOrganiser(meeting, command)
  const { purpose, place, joinUrl, agenda } = meeting
  const isSame = isDeepStrictEqual(edit, { purpose, place, joinUrl, agenda })
  // A repeated request whose first response was lost.
  if (isSame && meeting.version === version + 1) return meeting
  if (!isVoting(meeting, command) && !isComing(meeting, command)) throw refusal(meeting, command)
  if (meeting.version !== version) throw stale('meeting')
  if (isSame) return meeting
  return inCalendars({ ...meeting, ...edit, version: version + 1 }, command.now)
}
