import { Type, type Static } from 'typebox'

const TokenSchema = Type.String({ minLength: 1, maxLength: 300, pattern: '^[\\x21-\\x7e]+$' })

export const UnsubscribeQuerySchema = Type.Object({ token: TokenSchema }, { additionalProperties: false })

/** The subscription that a link in an email is about. */
export const SubscriptionSchema = Type.Object({
  /** The label of the topic or of the digest. */
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
