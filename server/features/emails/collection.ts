import { Type, type Static } from 'typebox'

import { NOTIFICATION_LIFETIME, EMAIL_TOPICS } from '#shared/notification-topics.ts'
import { NotificationSchema } from '#shared/notifications.ts'
import { defineCollection } from '#server/store/port.ts'

const EMAIL_STATES = [
  /** To be sent, or being sent. */
  'queued',
  /** Waits for the member's digest. */
  'waiting',
  /** In a digest, which is an email of its own. */
  'bundled',
  /** The mail server has it. */
  'sent',
  /** It no longer mattered, or the member no longer wanted it. */
  'dropped',
  /** The mail server refuses it, or the address, for good. */
  'refused',
  /** It failed too often, and was set aside. */
  'failed',
  /** It was being handed over when the connection or the process ended, and may have arrived: it is not sent again. */
  'unknown',
] as const

const EmailSchema = Type.Object({
  /** That of the notification. */
  id: Type.String(),
  /** Absent where it is no notification. */
  happening: Type.Optional(Type.String()),
  member: Type.String(),
  topic: Type.Enum([...EMAIL_TOPICS]),
  /** Absent where it is no notification. */
  subject: Type.Optional(NotificationSchema.properties.subject),
  actor: Type.Optional(Type.String()),
  /** Deleted once it has ended. */
  data: Type.Record(Type.String(), Type.String()),
  /** Of a digest: ids of the emails in it. */
  items: Type.Optional(Type.Array(Type.String())),
  /** When it happened. ISO instant, like all times. A member's emails are sent in this order. */
  at: Type.String(),
  state: Type.Enum([...EMAIL_STATES]),
  /** Sent before what is not, such as an announcement to thousands. */
  urgent: Type.Optional(Type.Literal(true)),
  /** When it is tried next; while someone sends it, when another may. Only while queued. */
  dueAt: Type.Optional(Type.String()),
  /** Whoever is sending it. */
  lease: Type.Optional(Type.String()),
  attempts: Type.Integer(),
  /** Stored right before the mail server gets the text. */
  handedOverAt: Type.Optional(Type.String()),
  endedAt: Type.Optional(Type.String()),
  /** Why it was not sent, in a few words. */
  reason: Type.Optional(Type.String()),
})
export type EmailDocument = Static<typeof EmailSchema>

/** To be sent, and for 90 days what was: an email is never queued twice. */
export const emails = defineCollection({
  name: 'emails',
  schema: EmailSchema,
  indexes: [
    { order: 'dueAt' },
    { equal: ['urgent'], order: 'dueAt' },
    { order: 'at' },
    { equal: ['member'], order: 'at' },
    { equal: ['member', 'state'], order: 'at', directions: ['asc', 'desc'] },
    { equal: ['actor'] },
    { equal: ['state'], order: 'at', directions: ['asc', 'desc'] },
    { equal: ['happening', 'state'] },
    { equal: ['attempts', 'topic'], order: 'dueAt', directions: ['desc'] },
  ],
  expiresAt: ({ at }) => Date.parse(at) + NOTIFICATION_LIFETIME,
})

const RefusedAddressSchema = Type.Object({
  /** Member id. */
  id: Type.String(),
  address: Type.String(),
  /** When it was refused first. */
  since: Type.String(),
  /** In a row. */
  times: Type.Integer(),
  /** No email before. */
  retryAt: Type.String(),
})

/** Addresses that the mail server refused. Deleted when one accepts an email, or with the next address. */
export const refusedAddresses = defineCollection({
  name: 'refused-addresses',
  schema: RefusedAddressSchema,
})
