import type { Clock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Conversation } from '#server/modules/conversation/module.ts'

import { createSummaryJob } from './summary-windows.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  conversation: Conversation
}

/**
 * Notifies members of new questions and answers together: one notification per event and quarter of an hour. By
 * email they only come with the digest.
 */
export const createDiscussionSummaries = ({ conversation, ...deps }: Deps) =>
  createSummaryJob(deps, 'discussion-summaries', async ({ from, upTo }) =>
    (await conversation.discussion.newPosts(from, upTo)).map(
      ({ event, title, member, questions, answers }) => ({
        topic: 'discussion',
        subject: { kind: 'event', id: event },
        dedupeKey: `${event} ${upTo} ${member}`,
        recipients: [member],
        digestOnly: true,
        data: { title, questions: String(questions), answers: String(answers) },
      }),
    ),
  )
