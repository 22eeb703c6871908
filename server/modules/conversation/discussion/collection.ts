import { Type } from 'typebox'

import { DISCUSSION_NEWS } from '#shared/conversation/discussion/rules.ts'
import { HiddenSchema } from '#shared/lib/hidden.ts'
import { defineCollection, type DocumentOf } from '#server/store/port.ts'

/** Questions about an event, and answers to them. */
export const discussionPosts = defineCollection({
  name: 'discussion-posts',
  schema: Type.Object({
    id: Type.String(),
    event: Type.String(),
    /** Id of the question that it answers. */
    question: Type.Optional(Type.String()),
    by: Type.String(),
    text: Type.String(),
    at: Type.String(),
    editedAt: Type.Optional(Type.String()),
    /** When a host pinned the question. */
    pinnedAt: Type.Optional(Type.String()),
    /** Id of the answer that is marked. It may have been deleted since. */
    answer: Type.Optional(Type.String()),
    /** Set when an admin has hidden it. */
    hidden: Type.Optional(HiddenSchema),
  }),
  indexes: [
    { equal: ['event'], order: 'at' },
    { equal: ['question'], order: 'at' },
    { equal: ['by'], order: 'at', directions: ['desc'] },
  ],
  hasFeed: true,
})
export type DiscussionPost = DocumentOf<typeof discussionPosts>

/** News of a discussion that a member chose to get. Undefined until they choose. */
export const discussionChoices = defineCollection({
  name: 'discussion-choices',
  schema: Type.Object({
    /** `joinedId(event, member)`. */
    id: Type.String(),
    event: Type.String(),
    member: Type.String(),
    news: Type.Enum([...DISCUSSION_NEWS]),
    chosenAt: Type.String(),
  }),
  indexes: [{ equal: ['member'], order: 'chosenAt' }],
  hasFeed: true,
})
