import { Type, type Static } from 'typebox'

import { OutcomeSchema, PromiseSchema, ThanksSchema } from '#shared/meeting-follow-up.ts'
import { MeetingDetailsSchema, MeetingProposalSchema, MeetingSummarySchema } from '#shared/meetings.ts'

/** What is stored of a status; the rest of it follows from the time, the promises and who is present. */
const STORED_STATES = [
  'proposed',
  'rescheduled',
  'scheduled',
  'held',
  'notHeld',
  'declined',
  'expired',
  'cancelled',
] as const

const { purpose, kind, durationMinutes } = MeetingSummarySchema.properties
const { place, joinUrl, agenda, source } = MeetingProposalSchema.properties
const { notes } = MeetingDetailsSchema.properties

export const MeetingDocumentSchema = Type.Object({
  id: Type.String(),
  /** Grows with each edit of purpose, place, link or agenda; compared with `If-Match`. */
  version: Type.Integer({ minimum: 1 }),
  /** Grows with each change that calendars must show (RFC 5545, 3.8.7.4), last made at `changedAt`. */
  sequence: Type.Integer({ minimum: 0 }),
  changedAt: Type.String(),
  purpose,
  kind,
  durationMinutes,
  place,
  joinUrl,
  agenda,
  source,
  state: Type.Enum([...STORED_STATES]),
  organiser: Type.String(),
  /** Member ids, the organiser's too. Those who declined or left are not in it. */
  participants: Type.Array(Type.String(), { maxItems: 9 }),
  /** Participants whom the organiser blocked before the start. The meeting looks cancelled to them (decision 042). */
  removed: Type.Array(Type.String()),
  /** Who declined or left. */
  departures: Type.Array(Type.Object({ member: Type.String(), reason: Type.String(), at: Type.String() })),
  proposedAt: Type.String(),
  /** Of the proposal, or of the last rescheduling. */
  votingSince: Type.String(),
  /** In order of time. They stay once one is chosen, so that a repeated command is recognised. */
  slots: Type.Array(
    Type.Object({
      startsAt: Type.String(),
      votes: MeetingDetailsSchema.properties.slots.items.properties.votes,
    }),
  ),
  /** The time that was last scheduled, also after the meeting was rescheduled or cancelled. */
  startsAt: Type.Optional(Type.String()),
  change: MeetingDetailsSchema.properties.change,
  confirmations: Type.Array(Type.Object({ member: Type.String(), held: Type.Boolean() })),
  notes,
  outcomes: Type.Array(OutcomeSchema),
  promises: Type.Array(PromiseSchema),
  thanks: Type.Array(ThanksSchema),
  /** Hash of the proposal as it was sent, to recognise a repeated request. */
  requestHash: Type.String(),
  /** When it is over if nothing else happens, and when it was over afterwards. Derived, for queries. */
  closesAt: Type.String(),
  /** When a job has something to store. Derived, for queries. */
  dueAt: Type.Optional(Type.String()),
  /** Once held: who still has something to confirm, or an open promise. Derived, for queries. */
  attentionOf: Type.Array(Type.String()),
  /** Once held: the days on which its open promises are due. Derived, for queries. */
  dueDays: Type.Optional(Type.Array(Type.String())),
})
export type MeetingDocument = Static<typeof MeetingDocumentSchema>
