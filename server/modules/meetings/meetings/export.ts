import { Type } from 'typebox'

import { OutcomeSchema, PromiseSchema, ThanksSchema } from '#shared/meetings/follow-up.ts'
import { VOTES } from '#shared/meetings/rules.ts'
import { MeetingSummarySchema } from '#shared/meetings/schema.ts'

import type { MeetingDocument } from './document/document.ts'
import { type Command, isHiddenCancellation, shownParticipants } from './document/state.ts'
import { summaryOf } from './viewing.ts'

export const ExportedMeetingsSchema = Type.Array(
  Type.Object({
    ...MeetingSummarySchema.properties,
    organised: Type.Boolean(),
    proposedAt: Type.String(),
    participants: Type.Array(Type.String()),
    place: Type.Optional(Type.String()),
    joinUrl: Type.Optional(Type.String()),
    agenda: Type.Optional(Type.Array(Type.String())),
    /** The member's own votes, by slot. */
    votes: Type.Array(Type.Object({ slot: Type.String(), vote: Type.Enum([...VOTES]) })),
    /** The member's answer to whether it took place. */
    confirmed: Type.Optional(Type.Boolean()),
    notes: Type.Optional(Type.String()),
    /** Outcomes that concern the member, like promises and thanks. */
    outcomes: Type.Optional(Type.Array(OutcomeSchema)),
    promises: Type.Optional(Type.Array(PromiseSchema)),
    thanks: Type.Optional(Type.Array(ThanksSchema)),
  }),
)

/** The member's data in a meeting, and the content that they shared with the others there. */
export function exportedMeeting(
  meeting: MeetingDocument,
  viewer: Command,
  isShown: (memberId: string) => boolean,
) {
  const { actor } = viewer
  const concerns = (...memberIds: string[]) => memberIds.includes(actor)
  const { organiser, proposedAt, slots, confirmations } = meeting
  const shown = isHiddenCancellation.of(meeting, viewer) ? undefined : meeting
  const confirmation = confirmations.find(({ member }) => member === actor)
  return {
    ...summaryOf(meeting, viewer),
    organised: organiser === actor,
    proposedAt,
    participants: shownParticipants(meeting, viewer).filter((id) => id === actor || isShown(id)),
    place: shown?.place,
    joinUrl: shown?.joinUrl,
    agenda: shown?.agenda,
    votes: slots.flatMap(({ startsAt, votes }) =>
      votes.filter(({ member }) => member === actor).map(({ vote }) => ({ slot: startsAt, vote })),
    ),
    confirmed: confirmation?.held,
    notes: shown?.notes.text,
    outcomes: shown?.outcomes.filter(({ from, to, recordedBy }) => concerns(from, to, recordedBy)),
    promises: shown?.promises.filter(({ owner, to }) => concerns(owner, to)),
    thanks: shown?.thanks.filter(({ from, to }) => concerns(from, to)),
  }
}
