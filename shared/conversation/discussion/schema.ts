import { Type, type Static } from 'typebox'

import { HiddenSchema } from '#shared/lib/hidden.ts'
import { CursorQuerySchema, IdSchema, pageOf } from '#shared/lib/page.ts'
import { MemberCardSchema } from '#shared/people/members.ts'

import { DISCUSSION_LIMITS, DISCUSSION_NEWS } from './rules.ts'
import { IdempotencyKeyHeaderSchema, NO_CONTENT, ids } from '#shared/lib/route-parts.ts'
import { ofEvent } from '#shared/events/route-ids.ts'

const strict = { additionalProperties: false } as const
const TextSchema = Type.String({ minLength: 1, maxLength: DISCUSSION_LIMITS.text, pattern: '\\S' })

const NewPostSchema = Type.Object(
  {
    text: TextSchema,
    /** Id of the question that it answers. Without it, it is a question. */
    question: Type.Optional(IdSchema),
  },
  strict,
)
export type NewPost = Static<typeof NewPostSchema>
const PostEditSchema = Type.Object({ text: TextSchema }, strict)

/** A question or an answer. */
const PostSchema = Type.Object({
  id: Type.String(),
  /** Plain text. */
  text: Type.String(),
  by: MemberCardSchema,
  at: Type.String(),
  editedAt: Type.Optional(Type.String()),
  /** Whether the viewer wrote it. */
  isOwn: Type.Boolean(),
  /** The host pinned the question, or the answer is marked as the one that answers the question. */
  isMarked: Type.Boolean(),
  /** An admin has hidden it; only its author and admins still see it. */
  hidden: Type.Optional(HiddenSchema),
})
export type Post = Static<typeof PostSchema>

/** The marked answer first, then the earliest. */
const AnswerPageSchema = pageOf(PostSchema)

/** A question with its first answers. */
const QuestionSchema = Type.Object({
  ...PostSchema.properties,
  /** Number of answers that the viewer can see. */
  answerCount: Type.Integer(),
  answers: Type.Array(PostSchema),
})
export type DiscussionQuestion = Static<typeof QuestionSchema>

/** Pinned questions first, then the latest. */
const DiscussionSchema = Type.Object({
  ...pageOf(QuestionSchema).properties,
  /** News that the viewer gets. */
  news: Type.Enum([...DISCUSSION_NEWS]),
})
export type Discussion = Static<typeof DiscussionSchema>

const PostMarkSchema = Type.Object({ isMarked: Type.Boolean() }, strict)
const DiscussionNewsSchema = Type.Object({ news: Type.Enum([...DISCUSSION_NEWS]) }, strict)

const ofEventPost = ids('eventId', 'postId')

export const discussionApi = {
  'GET /api/events/:eventId/discussion': {
    summary: 'List an event’s questions with their first answers',
    params: ofEvent,
    querystring: CursorQuerySchema,
    response: { 200: DiscussionSchema },
  },
  'GET /api/events/:eventId/discussion/:postId/answers': {
    summary: 'List the answers to a question',
    params: ofEventPost,
    querystring: CursorQuerySchema,
    response: { 200: AnswerPageSchema },
  },
  'POST /api/events/:eventId/discussion': {
    summary: 'Ask or answer a question',
    headers: IdempotencyKeyHeaderSchema,
    params: ofEvent,
    body: NewPostSchema,
    response: { 201: PostSchema },
  },
  'PUT /api/events/:eventId/discussion/:postId': {
    summary: 'Edit your question or answer',
    params: ofEventPost,
    body: PostEditSchema,
    response: { 200: PostSchema },
  },
  'DELETE /api/events/:eventId/discussion/:postId': {
    summary: 'Delete a question with its answers, or an answer',
    params: ofEventPost,
    response: NO_CONTENT,
  },
  'PUT /api/events/:eventId/discussion/:postId/pin': {
    summary: 'Pin or unpin a question',
    params: ofEventPost,
    body: PostMarkSchema,
    response: NO_CONTENT,
  },
  'PUT /api/events/:eventId/discussion/:postId/mark': {
    summary: 'Mark or unmark the answer to a question',
    params: ofEventPost,
    body: PostMarkSchema,
    response: NO_CONTENT,
  },
  'PUT /api/events/:eventId/discussion-news': {
    summary: 'Update your notifications about a discussion',
    params: ofEvent,
    body: DiscussionNewsSchema,
    response: NO_CONTENT,
  },
}
