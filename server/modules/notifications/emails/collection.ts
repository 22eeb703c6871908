import { Type, type Static } from 'typebox'

import { EMAIL_TOPICS } from '#shared/notifications/topics.ts'
import { NOTIFICATION_LIFETIME } from '#shared/operations/notification-topics.ts'
import { SubjectSchema } from '#shared/operations/notification-subject.ts'
import { defineCollection } from '#server/store/port.ts'

const EMAIL_STATES = [
  /** Waits to be sent, or is being sent. */
  'queued',
  /** Waits for the member's digest. */
  'waiting',
  /** Part of a digest, which is an email of its own. */
  'bundled',
  /** Accepted by the mail server. */
  'sent',
  /** It was obsolete, or the member no longer wanted it. */
  'dropped',
  /** The mail server refuses it, or the address, permanently. */
  'refused',
  /** It failed too often, and was set aside. */
  'failed',
  /**
   * It was being handed over when the connection or the process ended, and may have arrived: it is not sent again.
   */
  'unknown',
] as const

const EmailSchema = Type.Object({
  /** Id of the notification. */
  id: Type.String(),
  /** Undefined if it is not a notification. */
  domainEvent: Type.Optional(Type.String()),
  member: Type.String(),
  topic: Type.Enum([...EMAIL_TOPICS]),
  /** Undefined if it is not a notification. */
  subject: Type.Optional(SubjectSchema),
  actor: Type.Optional(Type.String()),
  /** Deleted once it has ended. */
  data: Type.Record(Type.String(), Type.String()),
  /** Ids of the emails in a digest. */
  items: Type.Optional(Type.Array(Type.String())),
  /** Time of the domain event. ISO instant, like all times. A member's emails are sent in this order. */
  at: Type.String(),
  state: Type.Enum([...EMAIL_STATES]),
  /** Sent before others, such as an announcement to thousands. */
  urgent: Type.Optional(Type.Literal(true)),
  /**
   * Time of the next attempt; while it is being sent, the time from which another replica may take over. Only while
   * queued.
   */
  dueAt: Type.Optional(Type.String()),
  /** Id of the sender that holds the lease. */
  lease: Type.Optional(Type.String()),
  attempts: Type.Integer(),
  /** Stored right before the mail server gets the text. */
  handedOverAt: Type.Optional(Type.String()),
  endedAt: Type.Optional(Type.String()),
  /** Reason for which it was not sent: a code, or the answer of the mail server. */
  reason: Type.Optional(Type.String()),
})
export type EmailDocument = Static<typeof EmailSchema>

/** Queued emails, and for 90 days the sent ones: an email is never queued twice. */
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
    { equal: ['attempts', 'topic'], order: 'dueAt', directions: ['desc'] },
  ],
  hasFeed: true,
  schemaVersion: 2,
  migrate({ happening: domainEvent, ...email }) {
    return { ...email, domainEvent } as unknown as EmailDocument
  },
  expiresAt: ({ at }) => Date.parse(at) + NOTIFICATION_LIFETIME,
})

const RefusedAddressSchema = Type.Object({
  /** Member id. */
  id: Type.String(),
  address: Type.String(),
  /** Time of the first refusal. */
  since: Type.String(),
  /** Number of consecutive refusals. */
  times: Type.Integer(),
  /** No email is sent before this time. */
  retryAt: Type.String(),
})

/** Addresses that the mail server refused. Deleted when one accepts an email, or with the next address. */
export const refusedAddresses = defineCollection({
  name: 'refused-addresses',
  schema: RefusedAddressSchema,
})
