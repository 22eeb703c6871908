import { Type, type Static } from 'typebox'

import { ofEvent } from '#shared/events/route-ids.ts'
import { EVENT_LIMITS, QUESTION_LIMITS } from '#shared/events/rules.ts'
import { IdSchema } from '#shared/lib/page.ts'
import { IdempotencyKeyHeaderSchema } from '#shared/lib/route-parts.ts'
import { MemberCardSchema } from '#shared/people/members.ts'

import { MESSAGE_GROUPS } from './rules.ts'

const Count = Type.Integer()

export const MessageGroupSchema = Type.Object(
  {
    kind: Type.Enum([...MESSAGE_GROUPS]),
    /** The question, and the choice that these people gave. */
    question: Type.Optional(IdSchema),
    value: Type.Optional(Type.String({ maxLength: QUESTION_LIMITS.option })),
  },
  { additionalProperties: false },
)
export type MessageGroup = Static<typeof MessageGroupSchema>

const GroupMessageSchema = Type.Object({
  id: Type.String(),
  group: MessageGroupSchema,
  text: Type.String(),
  /** Undefined for former members, and for members whom the viewer may not see. */
  by: Type.Optional(MemberCardSchema),
  at: Type.String(),
  /** Number of members to whom it went. */
  recipients: Count,
})
export type GroupMessage = Static<typeof GroupMessageSchema>

/** The groups with the number of members whom a message would reach now, and messages of the last 90 days. */
const GroupMessagesSchema = Type.Object({
  groups: Type.Array(Type.Object({ group: MessageGroupSchema, people: Count })),
  sent: Type.Array(GroupMessageSchema),
})
export type GroupMessages = Static<typeof GroupMessagesSchema>

const NewGroupMessageSchema = Type.Object(
  {
    group: MessageGroupSchema,
    text: Type.String({ minLength: 1, maxLength: EVENT_LIMITS.message, pattern: '\\S' }),
  },
  { additionalProperties: false },
)
const SentGroupMessageSchema = Type.Object({ recipients: Count })

export const groupMessagesApi = {
  'GET /api/events/:eventId/messages': {
    summary: 'List messages to groups of an event’s attendees, and the groups',
    params: ofEvent,
    response: { 200: GroupMessagesSchema },
  },
  'POST /api/events/:eventId/messages': {
    summary: 'Send a message to a group of an event’s attendees',
    headers: IdempotencyKeyHeaderSchema,
    params: ofEvent,
    body: NewGroupMessageSchema,
    response: { 201: SentGroupMessageSchema },
  },
}
