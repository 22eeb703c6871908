import { Type } from 'typebox'

import { NOTIFICATION_TOPICS } from '#shared/operations/notification-topics.ts'
import { SubjectSchema } from '#shared/operations/notification-subject.ts'
import { defineCollection } from '#server/store/port.ts'

const OutboxSchema = Type.Object({
  /** `joinedId` of topic and dedupeKey. */
  id: Type.String(),
  topic: Type.Enum([...NOTIFICATION_TOPICS]),
  subject: SubjectSchema,
  actor: Type.Optional(Type.String()),
  data: Type.Record(Type.String(), Type.String()),
  /** Sequence of the subject's state: one notification per subject and member, the latest. */
  sequence: Type.Optional(Type.Integer()),
  /** ISO instant at which it happened. */
  at: Type.String(),
  recipients: Type.Union([
    Type.Array(Type.String()),
    Type.Literal('going'),
    Type.Literal('attendees'),
    Type.Literal('attendeesAndRequests'),
    Type.Literal('attended'),
    Type.Literal('everyone'),
    Type.Literal('admins'),
    Type.Literal('chapterMembers'),
  ]),
  doneBy: Type.Optional(Type.String()),
  digestOnly: Type.Optional(Type.Literal(true)),
  /** Last recipient id, in order, that has been notified. */
  deliveredTo: Type.String(),
  /** Numbers of recipients who have it, and who do not yet. Undefined until the first have it. */
  progress: Type.Optional(Type.Object({ reached: Type.Integer(), left: Type.Integer() })),
  /** ISO instant: until then one process delivers it. */
  leasedUntil: Type.String(),
  /** The process that recorded it and has its first lease. Undefined after that. */
  recordedBy: Type.Optional(Type.String()),
})

/** Domain events to deliver. A document is deleted once everyone has it. */
export const outbox = defineCollection({
  name: 'outbox',
  schema: OutboxSchema,
  indexes: [{ order: 'leasedUntil' }],
  hasFeed: true,
})
