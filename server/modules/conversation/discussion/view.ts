import { defineView } from '#server/views/view.ts'

import { discussionChoices, discussionPosts } from './collection.ts'

/** `question` is empty for a question. `place` orders questions: pinned ones last. `hidden` is JSON. */
export const discussionPostView = defineView({
  of: discussionPosts,
  name: 'discussionPost',
  columns: {
    event: 'TEXT NOT NULL',
    question: 'TEXT NOT NULL',
    by: 'TEXT NOT NULL',
    text: 'TEXT NOT NULL',
    at: 'TEXT NOT NULL',
    editedAt: 'TEXT',
    place: 'TEXT NOT NULL',
    isPinned: 'INTEGER NOT NULL',
    answer: 'TEXT',
    isHidden: 'INTEGER NOT NULL',
    hidden: 'TEXT',
  },
  indexes: ['event, question, place, id', 'question, at, id', 'at'],
  rowsOf: ({ event, question = '', by, text, at, editedAt, pinnedAt, answer, hidden }) => ({
    discussionPost: {
      event,
      question,
      by,
      text,
      at,
      editedAt,
      place: pinnedAt === undefined ? `0 ${at}` : `1 ${pinnedAt}`,
      isPinned: pinnedAt !== undefined,
      answer,
      isHidden: hidden !== undefined,
      hidden: hidden && JSON.stringify(hidden),
    },
  }),
})

export const discussionChoiceView = defineView({
  of: discussionChoices,
  name: 'discussionChoice',
  columns: { event: 'TEXT NOT NULL', member: 'TEXT NOT NULL', news: 'TEXT NOT NULL' },
  indexes: ['event, member, news'],
  rowsOf: ({ event, member, news }) => ({ discussionChoice: { event, member, news } }),
})
