import { Type, type Static } from 'typebox'

const strict = { additionalProperties: false } as const

/** The output of a browser's `PushSubscription.toJSON()` (W3C Push API). */
export const PushSubscriptionSchema = Type.Object(
  {
    endpoint: Type.String({ maxLength: 1_000, examples: ['https://push.example.com/4f9a0c1d'] }),
    keys: Type.Object(
      {
        /** A point on P-256, and 16 random bytes; base64url. */
        p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}$' }),
        auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
      },
      strict,
    ),
  },
  strict,
)
export type PushSubscriptionKeys = Static<typeof PushSubscriptionSchema>

export const PushSchema = Type.Object({
  /** The server's key for `PushManager.subscribe`. Undefined when this server sends no push notifications. */
  publicKey: Type.Optional(Type.String()),
  /** The member's browsers with push notifications, latest first. */
  browsers: Type.Array(
    Type.Object({
      /** SHA-256 of the endpoint, base64url. */
      id: Type.String(),
      /** ISO instant. */
      since: Type.String(),
    }),
  ),
})
export type Push = Static<typeof PushSchema>

/** The payload of a push message: a notification as in the app's list. */
export interface PushMessage {
  title: string
  text: string
  /** Path on our own origin. */
  path: string
  /** Id of the notification, by which a repeated one replaces itself. */
  id: string
}
