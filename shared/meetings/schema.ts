import { Type, type Static } from 'typebox'

import { InstantSchema } from '#shared/lib/instant.ts'
import { MAX_BUSY_EDGES } from './availability-rules.ts'
import { OutcomeSchema, PromiseSchema, text, ThanksSchema } from './follow-up.ts'
import {
  MEETING_ACTIONS,
  MEETING_KINDS,
  MEETING_LIMITS,
  MEETING_SOURCES,
  MEETING_STATUSES,
  PROMISE_STATES,
  VOTES,
} from './rules.ts'
import { MemberCardSchema } from '#shared/people/members.ts'
import { IdSchema, pageOf } from '#shared/lib/page.ts'

const limits = MEETING_LIMITS
const strict = { additionalProperties: false } as const
const KindSchema = Type.Enum([...MEETING_KINDS])
const StatusSchema = Type.Enum([...MEETING_STATUSES])
const VoteSchema = Type.Enum([...VOTES])
const PurposeSchema = Type.String({
  minLength: limits.purpose.min,
  maxLength: limits.purpose.max,
  pattern: '\\S',
})
const DurationSchema = Type.Integer({
  minimum: limits.durationMinutes.min,
  maximum: limits.durationMinutes.max,
})
/** Starts of the proposed slots. */
const SlotsSchema = Type.Array(InstantSchema, { minItems: 1, maxItems: limits.slots, uniqueItems: true })
const ReasonSchema = text(limits.reason)

/** Place and link. Both may be empty. */
const whereAndWhat = {
  place: Type.String({ maxLength: limits.place }),
  joinUrl: Type.Union([Type.String({ pattern: '^https://', maxLength: limits.joinUrl }), Type.Literal('')]),
  agenda: Type.Array(text(limits.agendaItem), { maxItems: limits.agendaItems }),
}

/** A new meeting as its organiser proposes it. */
export const MeetingProposalSchema = Type.Object(
  {
    purpose: PurposeSchema,
    kind: KindSchema,
    /** Member ids without the organiser's; they must be connections of theirs. */
    participants: Type.Array(IdSchema, {
      minItems: limits.participants.min - 1,
      maxItems: limits.participants.max - 1,
      uniqueItems: true,
    }),
    durationMinutes: DurationSchema,
    slots: SlotsSchema,
    ...whereAndWhat,
    /** Origin of the meeting: an introduction, an event, or an ask of a participant. */
    source: Type.Optional(Type.Object({ kind: Type.Enum([...MEETING_SOURCES]), id: IdSchema }, strict)),
  },
  strict,
)
export type MeetingProposal = Static<typeof MeetingProposalSchema>

/** The fields that the organiser can change at any time before the start. */
export const MeetingEditSchema = Type.Object({ purpose: PurposeSchema, ...whereAndWhat }, strict)
export type MeetingEdit = Static<typeof MeetingEditSchema>

/** A participant's votes; those on other slots are kept. */
export const VotesEditSchema = Type.Object(
  {
    votes: Type.Array(Type.Object({ slot: InstantSchema, vote: VoteSchema }, strict), {
      minItems: 1,
      maxItems: limits.slots,
    }),
  },
  strict,
)
export type VotesEdit = Static<typeof VotesEditSchema>
export const ChoiceSchema = Type.Object({ slot: InstantSchema }, strict)
export const RescheduleSchema = Type.Object({ slots: SlotsSchema, reason: ReasonSchema }, strict)
export const MeetingReasonSchema = Type.Object({ reason: ReasonSchema }, strict)
/** Input of declining and leaving. */
export const DepartureSchema = Type.Object(
  { reason: Type.Optional(Type.String({ maxLength: limits.reason })) },
  strict,
)
export const MeetingConfirmationSchema = Type.Object({ held: Type.Boolean() }, strict)
export const NotesEditSchema = Type.Object({ text: Type.String({ maxLength: limits.notes }) }, strict)

export const MeetingSummarySchema = Type.Object({
  id: Type.String(),
  purpose: Type.String(),
  kind: KindSchema,
  status: StatusSchema,
  /** ISO instant, once scheduled. */
  startsAt: Type.Optional(Type.String()),
  durationMinutes: Type.Integer(),
})
export type MeetingSummary = Static<typeof MeetingSummarySchema>

/** A meeting in a list. */
const MeetingListItemSchema = Type.Object({
  ...MeetingSummarySchema.properties,
  /** Whether the viewer organises it. */
  organised: Type.Boolean(),
  /** Names of the other participants; if no one else remains, of those who left. */
  others: Type.Array(MemberCardSchema),
  /** End of the voting period; only while votes are open. */
  expiresAt: Type.Optional(Type.String()),
  /** Number of proposed slots; only while votes are open. */
  slots: Type.Optional(Type.Integer()),
  /** Time at which it was declined, cancelled or expired. ISO instant. */
  endedAt: Type.Optional(Type.String()),
})
export type MeetingListItem = Static<typeof MeetingListItemSchema>

/** Meetings that are not over, each list in order of the next step. */
export const MeetingListsSchema = Type.Object({
  /** Needs the viewer's votes, or the organiser's choice among complete votes. */
  toAnswer: Type.Array(MeetingListItemSchema),
  /** Needs the votes of others, or their confirmation that it took place. */
  waiting: Type.Array(MeetingListItemSchema),
  /** Scheduled, until an hour after the end. */
  coming: Type.Array(MeetingListItemSchema),
  /** Needs the viewer's confirmation that it took place. */
  toConfirm: Type.Array(MeetingListItemSchema),
})
export type MeetingLists = Static<typeof MeetingListsSchema>
/** Everything else, latest first. */
export const PastMeetingPageSchema = pageOf(MeetingListItemSchema)

/** A meeting as one of its participants sees it. */
export const MeetingDetailsSchema = Type.Object({
  ...MeetingSummarySchema.properties,
  /** Sent in `If-Match` with an edit of purpose, place, link or agenda. */
  version: Type.Integer(),
  /** Member id of the organiser, if the viewer can see them. */
  organiser: Type.Optional(Type.String()),
  /**
   * Participants including the viewer, without those whom the viewer cannot see. Ids elsewhere in the answer refer
   * only to people in this list or in `departures`.
   */
  participants: Type.Array(
    Type.Object({
      member: MemberCardSchema,
      /** IANA zone, if the viewer may see it. */
      timeZone: Type.Optional(Type.String()),
      /** Whether they voted on every slot. */
      voted: Type.Boolean(),
      /** Their answer to whether it took place. */
      confirmed: Type.Optional(Type.Boolean()),
    }),
  ),
  /** Participants who declined or left. The reason may be empty. */
  departures: Type.Array(Type.Object({ member: MemberCardSchema, reason: Type.String(), at: Type.String() })),
  place: Type.String(),
  joinUrl: Type.String(),
  agenda: Type.Array(Type.String()),
  /** Slots in order of time. Empty unless votes are open. `votes` is keyed by member id. */
  slots: Type.Array(
    Type.Object({
      startsAt: Type.String(),
      votes: Type.Array(Type.Object({ member: Type.String(), vote: VoteSchema })),
      /** Whether it has begun, so that it can no longer be chosen. */
      past: Type.Boolean(),
    }),
  ),
  /** End of the voting period; only while votes are open. */
  expiresAt: Type.Optional(Type.String()),
  /** End of the confirmation period; only while it awaits confirmation. */
  confirmUntil: Type.Optional(Type.String()),
  /**
   * The person who cancelled, declined or rescheduled it, and the reason (which may be empty). Undefined if a
   * participant was removed.
   */
  change: Type.Optional(
    Type.Object({ by: Type.Optional(Type.String()), reason: Type.String(), at: Type.String() }),
  ),
  source: Type.Optional(Type.Object({ kind: Type.Enum([...MEETING_SOURCES]), id: Type.String() })),
  /** The event from which it results, if that still exists. */
  event: Type.Optional(Type.Object({ id: Type.String(), title: Type.String() })),
  /** Commands that the viewer can use now. */
  actions: Type.Array(Type.Enum([...MEETING_ACTIONS])),
  /** Shared; sent back with `If-Match: "<version>"`. Version 0 means that nothing was written yet. */
  notes: Type.Object({
    text: Type.String(),
    version: Type.Integer(),
    changedBy: Type.Optional(Type.String()),
    changedAt: Type.Optional(Type.String()),
  }),
  outcomes: Type.Array(OutcomeSchema),
  promises: Type.Array(PromiseSchema),
  thanks: Type.Array(ThanksSchema),
})
export type MeetingDetails = Static<typeof MeetingDetailsSchema>

/** Help of one of two members for the other. */
const OutcomeTogetherSchema = Type.Pick(OutcomeSchema, ['id', 'kind', 'from', 'to', 'note'])

/** A promise of one of two members to the other. */
const PromiseTogetherSchema = Type.Object({
  text: Type.String(),
  /** Member id. */
  owner: Type.String(),
  /** `YYYY-MM-DD` */
  dueOn: Type.String(),
  state: Type.Enum([...PROMISE_STATES]),
  /** Time at which the other confirmed that it was kept. */
  confirmedAt: Type.Optional(Type.String()),
})

/** A meeting with its outcomes, for its participants. */
export const MeetingTogetherSchema = Type.Object({
  ...MeetingSummarySchema.properties,
  /** Confirmed outcomes only. */
  outcomes: Type.Array(OutcomeTogetherSchema),
  openPromises: Type.Array(PromiseTogetherSchema),
  keptPromises: Type.Array(PromiseTogetherSchema),
  /** Thanks between the two. Member ids. */
  thanks: Type.Array(Type.Object({ from: Type.String(), to: Type.String(), text: Type.String() })),
})
export type MeetingTogether = Static<typeof MeetingTogetherSchema>

/** A promise with its meeting, for the dashboard of its owner or of the person who has to confirm it. */
const PromiseTaskSchema = Type.Object({
  ...PromiseSchema.properties,
  meeting: Type.Object({ id: Type.String(), purpose: Type.String() }),
  /** The other of the two. */
  member: MemberCardSchema,
})
export type PromiseTask = Static<typeof PromiseTaskSchema>

/** An outcome that the viewer has to confirm, and the person who helped them. */
const OutcomeTaskSchema = Type.Object({
  ...OutcomeSchema.properties,
  meeting: PromiseTaskSchema.properties.meeting,
  member: MemberCardSchema,
})
export type OutcomeTask = Static<typeof OutcomeTaskSchema>

/** A member's tasks about meetings. */
export const MeetingTasksSchema = Type.Object({
  /** Meetings that need the member's votes or choice, earliest expiry first. */
  toVote: Type.Array(MeetingListItemSchema),
  toConfirm: Type.Array(MeetingListItemSchema),
  /** The member's own promises, first due first. */
  promises: Type.Array(PromiseTaskSchema),
  promisesToConfirm: Type.Array(PromiseTaskSchema),
  outcomesToConfirm: Type.Array(OutcomeTaskSchema),
})
export type MeetingTasks = Static<typeof MeetingTasksSchema>

/** Members to invite, with reasons in plain words; among the viewer's connections. */
export const MeetingPeopleQuerySchema = Type.Object(
  { q: Type.Optional(Type.String({ maxLength: 100 })) },
  strict,
)
export const MeetingPeopleSchema = Type.Object({
  /** Up to 24 people, best reasons first. */
  items: Type.Array(Type.Object({ member: MemberCardSchema, reasons: Type.Array(Type.String()) })),
})
export type MeetingPeople = Static<typeof MeetingPeopleSchema>

/** Asks for the best times for the viewer and these members. */
export const BestTimesQuerySchema = Type.Object(
  {
    participants: MeetingProposalSchema.properties.participants,
    durationMinutes: DurationSchema,
    /**
     * Quarter hours since 1970 at which the viewer becomes busy and free in turn, by a calendar file that only they
     * have. Used for this answer only.
     */
    busy: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { maxItems: MAX_BUSY_EDGES })),
  },
  strict,
)
export type BestTimesQuery = Static<typeof BestTimesQuerySchema>

export const BestTimesSchema = Type.Object({
  /** Up to three times, best first; empty if no time suits everyone. */
  items: Type.Array(
    Type.Object({
      startsAt: Type.String(),
      /** The reason in a sentence. */
      reason: Type.String(),
    }),
  ),
  /** Time zones for displaying the times, of those participants who let the viewer see theirs. */
  zones: Type.Array(Type.Object({ memberId: Type.String(), timeZone: Type.String() })),
})
export type BestTimes = Static<typeof BestTimesSchema>

/** A meeting that a search finds. */
export const FoundMeetingSchema = Type.Object({
  id: Type.String(),
  purpose: Type.String(),
  /** ISO instant. Undefined until a time is chosen. */
  startsAt: Type.Optional(Type.String()),
  /** Names of the other participants. */
  people: Type.Array(Type.String()),
})
export type FoundMeeting = Static<typeof FoundMeetingSchema>
