import { Type, type Static } from 'typebox'

const TokenSchema = Type.String({ minLength: 1, maxLength: 300, pattern: '^[\\x21-\\x7e]+$' })

export const UnsubscribeQuerySchema = Type.Object({ token: TokenSchema }, { additionalProperties: false })

/** What a link in an email is about. */
export const SubscriptionSchema = Type.Object({
  /** The topic's label, or that it is the digest. */
  label: Type.String(),
  /** Whether emails about it are on. */
  subscribed: Type.Boolean(),
})
export type Subscription = Static<typeof SubscriptionSchema>

export const SubscriptionEditSchema = Type.Object(
  { token: TokenSchema, subscribed: Type.Boolean() },
  { additionalProperties: false },
)
export type SubscriptionEdit = Static<typeof SubscriptionEditSchema>
