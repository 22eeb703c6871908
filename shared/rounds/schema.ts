import { Type, type Static } from 'typebox'

import { ChapterSlugSchema } from '#shared/chapters/schema.ts'
import { InstantSchema } from '#shared/lib/instant.ts'
import { pageOf } from '#shared/lib/page.ts'
import { MemberCardSchema } from '#shared/people/members.ts'

import { ROUND_AUDIENCES, ROUND_LIMITS, ROUND_STATES } from './rules.ts'

const strict = { additionalProperties: false } as const

export const RoundSizeSchema = Type.Union([Type.Literal(2), Type.Literal(3)])

const RoundBasics = {
  title: Type.String({
    minLength: ROUND_LIMITS.title.min,
    maxLength: ROUND_LIMITS.title.max,
    pattern: '\\S',
  }),
  audience: Type.Enum([...ROUND_AUDIENCES]),
  size: RoundSizeSchema,
  /** The deadline, after which groups are formed. */
  optInUntil: InstantSchema,
  /** Whether the next round opens when the groups of this one are formed, with a deadline a month later. */
  monthly: Type.Boolean(),
}

/** A new round. */
export const NewRoundSchema = Type.Object(
  {
    ...RoundBasics,
    /** Slug of the chapter, if it is for one. */
    chapter: Type.Optional(ChapterSlugSchema),
  },
  strict,
)
export type NewRound = Static<typeof NewRoundSchema>

const TopicSchema = Type.String({ maxLength: ROUND_LIMITS.topic })

export const OptInSchema = Type.Object(
  {
    /** A subject that the member would like to talk about, or empty. The group sees it. */
    topic: TopicSchema,
    /** Whether they also join later rounds, until they opt out. Absent: as before. */
    every: Type.Optional(Type.Boolean()),
  },
  strict,
)
export type OptIn = Static<typeof OptInSchema>

const OwnOptInSchema = Type.Required(OptInSchema)
export type OwnOptIn = Static<typeof OwnOptInSchema>

/** A round that the member can join, or has joined, until its groups are released. */
export const MemberRoundSchema = Type.Object({
  id: Type.String(),
  title: RoundBasics.title,
  size: RoundSizeSchema,
  optInUntil: Type.String(),
  /** Whether the deadline has not passed. */
  isOpen: Type.Boolean(),
  /** The member's opt-in. */
  own: Type.Optional(OwnOptInSchema),
  /** Whether the member has opted out of it. */
  hasOptedOut: Type.Optional(Type.Boolean()),
})
export type MemberRound = Static<typeof MemberRoundSchema>

export const MemberRoundsSchema = Type.Object({
  items: Type.Array(MemberRoundSchema),
  /** The opt-in until further notice: an ISO instant. */
  everySince: Type.Optional(Type.String()),
})
export type MemberRounds = Static<typeof MemberRoundsSchema>

/** Rounds on the dashboard: those that are open for the member, the first deadline first. */
export const DashboardRoundsSchema = Type.Array(MemberRoundSchema)

/** A round for organisers. */
const RoundLineSchema = Type.Object({
  id: Type.String(),
  ...RoundBasics,
  optInUntil: Type.String(),
  /** Name of the chapter. */
  chapter: Type.Optional(Type.String()),
  state: Type.Enum([...ROUND_STATES]),
  /** Number of people who are in. */
  people: Type.Integer(),
})
export type RoundLine = Static<typeof RoundLineSchema>
/** The latest first. */
export const RoundPageSchema = pageOf(RoundLineSchema)

export const RoundSchema = Type.Object({
  ...RoundLineSchema.properties,
  /** Number of the last group. */
  groups: Type.Integer(),
  /** Number of people without a group. */
  leftOut: Type.Integer(),
  /** Its result, once it was released. */
  result: Type.Optional(
    Type.Object({
      meetings: Type.Integer(),
      held: Type.Integer(),
      /** Members who confirmed that they met. */
      met: Type.Integer(),
      /** Confirmed outcomes of these meetings. */
      outcomes: Type.Integer(),
    }),
  ),
})
export type Round = Static<typeof RoundSchema>

const RoundPersonSchema = Type.Object({
  member: MemberCardSchema,
  topic: Type.String(),
  isNewcomer: Type.Boolean(),
})
export type RoundPerson = Static<typeof RoundPersonSchema>

/** A group as an organiser sees it. Group 0 has the people without a group. */
const RoundGroupSchema = Type.Object({
  number: Type.Integer(),
  people: Type.Array(RoundPersonSchema),
  /** Number of people in it whom the viewer cannot see. */
  hidden: Type.Integer(),
  /** Why they should meet. */
  reasons: Type.Array(Type.String()),
})
export type RoundGroup = Static<typeof RoundGroupSchema>
/** In the order of their numbers; people without a group are last on the last page. */
export const RoundGroupsSchema = pageOf(RoundGroupSchema)

export const RoundMoveSchema = Type.Object(
  {
    /** Number of the group; 0 leaves the person out. */
    group: Type.Integer({ minimum: 0, maximum: 100_000 }),
  },
  strict,
)
