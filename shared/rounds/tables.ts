/** Tables of an event: who sits where in each round (decision 145). */
import { Type, type Static } from 'typebox'

import { GuestLinkSchema } from '#shared/attendance/guests.ts'
import { ofEvent, ofEventMember } from '#shared/events/route-ids.ts'
import { IdSchema } from '#shared/lib/page.ts'
import { MemberCardSchema } from '#shared/people/members.ts'

import { SEATED, TABLE_LIMITS } from './rules.ts'

const strict = { additionalProperties: false } as const
const { rounds, size, groups, inGroup } = TABLE_LIMITS

const SizeSchema = Type.Integer({ minimum: size.min, maximum: size.max })
const RoundsSchema = Type.Integer({ minimum: rounds.min, maximum: rounds.max })
/** Number of a table; 0 for no seat. */
const TableSchema = Type.Integer({ minimum: 0, maximum: TABLE_LIMITS.people })

const TableSettings = {
  rounds: RoundsSchema,
  /** Seats at a table. */
  size: SizeSchema,
  /** Seats at the first tables, where these differ from `size`. All of them are used. */
  sizes: Type.Optional(Type.Array(SizeSchema, { minItems: 1, maxItems: TABLE_LIMITS.sizes })),
  /** Ids of members who share a table in every round. */
  together: Type.Array(Type.Array(IdSchema, { minItems: 2, maxItems: inGroup }), { maxItems: groups }),
  /** Ids of members of whom no two share a table. */
  apart: Type.Array(Type.Array(IdSchema, { minItems: 2, maxItems: inGroup }), { maxItems: groups }),
}

const TablePersonSchema = Type.Object({
  member: MemberCardSchema,
  guests: Type.Integer(),
  /** Whether they host the event, and so are spread over the tables. */
  isHost: Type.Boolean(),
  checkedInAt: Type.Optional(Type.String()),
  /** Their table in each round. Empty before they have a seat. */
  tables: Type.Array(TableSchema),
})
export type TablePerson = Static<typeof TablePersonSchema>

/** The plan as organisers see it, with everyone who is going. */
const TablePlanSchema = Type.Object({
  /** 0 before the first plan. Sent in `If-Match` with a change. */
  version: Type.Integer(),
  ...TableSettings,
  tables: Type.Integer(),
  /** When members could first see their tables. */
  publishedAt: Type.Optional(Type.String()),
  people: Type.Array(TablePersonSchema),
  /** Pairs of ids who share a table in more than one round, without those who belong together. */
  repeats: Type.Array(Type.Array(Type.String())),
})
export type TablePlan = Static<typeof TablePlanSchema>

const TableDealSchema = Type.Object(
  {
    ...TableSettings,
    who: Type.Enum([...SEATED]),
    /** Whether people keep the seats that they have, as far as that is possible. */
    keep: Type.Boolean(),
  },
  strict,
)
export type TableDeal = Static<typeof TableDealSchema>

const TableMoveSchema = Type.Object(
  { round: Type.Integer({ minimum: 1, maximum: rounds.max }), table: TableSchema },
  strict,
)
export type TableMove = Static<typeof TableMoveSchema>

const TablePublicationSchema = Type.Object({ isPublished: Type.Boolean() }, strict)

/** The viewer's tables by round, with the people there whom the viewer may see. Empty before the plan is published. */
const OwnTablesSchema = Type.Object({
  rounds: Type.Array(
    Type.Object({
      round: Type.Integer(),
      table: Type.Integer(),
      people: Type.Array(MemberCardSchema),
    }),
  ),
})
export type OwnTables = Static<typeof OwnTablesSchema>

const GuestTablesSchema = Type.Object({
  rounds: Type.Array(Type.Object({ round: Type.Integer(), table: Type.Integer() })),
})
export type GuestTables = Static<typeof GuestTablesSchema>

const TableReasonsSchema = Type.Object({
  items: Type.Array(Type.Object({ table: Type.Integer(), reasons: Type.Array(Type.String()) })),
})

const ofPlan = { params: ofEvent, response: { 200: TablePlanSchema } }

/** Routes of the tables of an event, by method and path. */
export const tablesApi = {
  'GET /api/events/:eventId/tables': { summary: 'Get the tables of an event', ...ofPlan },
  'POST /api/events/:eventId/tables': {
    summary: 'Seat the people who are going',
    body: TableDealSchema,
    ...ofPlan,
  },
  'PUT /api/events/:eventId/tables/people/:memberId': {
    summary: 'Move someone to another table',
    params: ofEventMember,
    body: TableMoveSchema,
    response: { 200: TablePlanSchema },
  },
  'PUT /api/events/:eventId/tables/publication': {
    summary: 'Publish or unpublish the tables',
    body: TablePublicationSchema,
    ...ofPlan,
  },
  'GET /api/events/:eventId/tables/own': {
    summary: 'Get your tables at an event',
    params: ofEvent,
    response: { 200: OwnTablesSchema },
  },
  'POST /api/guests/tables': {
    summary: 'Get the tables of a guest who is checked in',
    body: GuestLinkSchema,
    response: { 200: GuestTablesSchema },
  },
  'GET /api/events/:eventId/tables/reasons': {
    summary: 'List why people share a table',
    params: ofEvent,
    querystring: Type.Object({ round: RoundsSchema }, strict),
    response: { 200: TableReasonsSchema },
  },
}
