import { Type, type Static } from 'typebox'

import { OutcomeSchema, PromiseSchema, ThanksSchema } from '#shared/meetings/follow-up.ts'
import { MeetingDetailsSchema, MeetingProposalSchema, MeetingSummarySchema } from '#shared/meetings/schema.ts'

/**
 * The stored part of a status; the rest follows from the time, the promises and which members are active and not
 * blocked.
 */
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
  /** Increases with each edit of purpose, place, link or agenda; compared with `If-Match`. */
  version: Type.Integer({ minimum: 1 }),
  /**
   * Increases with each change that calendars must show (RFC 5545, 3.8.7.4); the last one was at `changedAt`.
   */
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
  /** Member ids, including the organiser's. Members who declined or left are not in it. */
  participants: Type.Array(Type.String(), { maxItems: 9 }),
  /** Participants whom the organiser blocked before the start. The meeting looks cancelled to them (decision 011). */
  removed: Type.Array(Type.String()),
  /** Members who declined or left. */
  departures: Type.Array(Type.Object({ member: Type.String(), reason: Type.String(), at: Type.String() })),
  proposedAt: Type.String(),
  /** Time of the proposal, or of the last rescheduling. */
  votingSince: Type.String(),
  /** Slots in order of time. They are kept once one is chosen, so that a repeated command is recognised. */
  slots: Type.Array(
    Type.Object({
      startsAt: Type.String(),
      votes: MeetingDetailsSchema.properties.slots.items.properties.votes,
    }),
  ),
  /** The last scheduled time, kept even after the meeting was rescheduled or cancelled. */
  startsAt: Type.Optional(Type.String()),
  change: MeetingDetailsSchema.properties.change,
  confirmations: Type.Array(Type.Object({ member: Type.String(), held: Type.Boolean() })),
  notes,
  outcomes: Type.Array(OutcomeSchema),
  promises: Type.Array(PromiseSchema),
  thanks: Type.Array(ThanksSchema),
  /** Hash of the proposal as sent, to recognise a repeated request. */
  requestHash: Type.String(),
  /** Time at which it is over without further changes, or was over. Derived, for queries. */
  closesAt: Type.String(),
  /** Time at which a job has to store a transition. Derived, for queries. */
  dueAt: Type.Optional(Type.String()),
  /** Members who still have something to confirm, or an open promise, once it is held. Derived, for queries. */
  attentionOf: Type.Array(Type.String()),
  /** Days on which its open promises are due, once it is held. Derived, for queries. */
  dueDays: Type.Optional(Type.Array(Type.String())),
})
export type MeetingDocument = Static<typeof MeetingDocumentSchema>
