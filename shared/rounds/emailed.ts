/** Rounds that a member joins from an email, without signing in. */
import { Type, type Static } from 'typebox'

import { MemberRoundSchema } from './schema.ts'

const TokenSchema = Type.String({ minLength: 1, maxLength: 300, pattern: '^[\\x21-\\x7e]+$' })
const LinkSchema = Type.Object({ token: TokenSchema }, { additionalProperties: false })

/** The round of a link. Contains no names: anyone with the email can open it. */
const EmailedRoundSchema = Type.Object({
  ...Type.Pick(MemberRoundSchema, ['title', 'size', 'optInUntil', 'isOpen']).properties,
  /** Whether the member has joined. */
  isIn: Type.Boolean(),
  /** IANA name of the zone in which the recipient reads the deadline. */
  timeZone: Type.String(),
})
export type EmailedRound = Static<typeof EmailedRoundSchema>

export const emailedRoundsApi = {
  'GET /api/public/round': {
    summary: 'Get the round of a link in an email',
    querystring: LinkSchema,
    response: { 200: EmailedRoundSchema },
  },
  'PUT /api/public/round': {
    summary: 'Join the round of a link in an email',
    body: LinkSchema,
    response: { 200: EmailedRoundSchema },
  },
}
