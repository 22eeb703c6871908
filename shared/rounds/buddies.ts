/** Buddies: members who help newcomers during their first days. */
import { Type, type Static } from 'typebox'

import { IdSchema } from '#shared/lib/page.ts'
import { NO_CONTENT } from '#shared/lib/route-parts.ts'
import { MemberCardSchema } from '#shared/people/members.ts'

import { BUDDY_LIMITS, ROUND_LIMITS } from './rules.ts'

const strict = { additionalProperties: false } as const

const BuddyOfferSchema = Type.Object(
  {
    /** Newcomers at a time. */
    most: Type.Integer({ minimum: BUDDY_LIMITS.most.min, maximum: BUDDY_LIMITS.most.max }),
  },
  strict,
)
export type BuddyOffer = Static<typeof BuddyOfferSchema>

const BuddyRequestSchema = Type.Object(
  {
    /** A question of the newcomer, or empty. The buddy sees it as the agenda of the meeting. */
    topic: Type.String({ maxLength: ROUND_LIMITS.topic }),
  },
  strict,
)
export type BuddyRequest = Static<typeof BuddyRequestSchema>

/** Buddies as the member sees them. Newcomers have `buddy` or `candidates`, and others can have an `offer`. */
const BuddiesSchema = Type.Object({
  isNewcomer: Type.Boolean(),
  /** The member’s own offer, and the number of their newcomers. */
  offer: Type.Optional(Type.Object({ ...BuddyOfferSchema.properties, newcomers: Type.Integer() })),
  /** The newcomer’s buddy, and the id of the meeting of the two. */
  buddy: Type.Optional(Type.Object({ member: MemberCardSchema, meeting: Type.String() })),
  /** Members who offer to be the newcomer’s buddy, and have time: the best match first. */
  candidates: Type.Array(
    Type.Object({
      member: MemberCardSchema,
      /** The strongest match between the two. */
      match: Type.Optional(Type.String()),
      /** Name of a chapter that both are in. */
      chapter: Type.Optional(Type.String()),
    }),
  ),
})
export type Buddies = Static<typeof BuddiesSchema>

export const buddiesApi = {
  'GET /api/buddies': {
    summary: 'Get your buddy, who could be one, or your offer to be one',
    response: { 200: BuddiesSchema },
  },
  'PUT /api/buddies/offer': {
    summary: 'Offer to be a buddy for newcomers',
    body: BuddyOfferSchema,
    response: { 200: BuddiesSchema },
  },
  'DELETE /api/buddies/offer': {
    summary: 'Stop offering to be a buddy',
    response: NO_CONTENT,
  },
  'POST /api/buddies/:memberId': {
    summary: 'Ask someone to be your buddy',
    params: Type.Object({ memberId: IdSchema }),
    body: BuddyRequestSchema,
    response: { 200: BuddiesSchema },
  },
}
