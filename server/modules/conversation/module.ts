import type { AccountDataPart } from '#server/modules/account-data-part.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Platform } from '#server/modules/platform.ts'

import { discussionRoutes } from './discussion/routes.ts'
import {
  createDiscussionService,
  discussionChoicesAccountData,
  discussionPostsAccountData,
} from './discussion/service.ts'
import { discussionChoiceView, discussionPostView } from './discussion/view.ts'
import { feedbackAuthors } from './feedback/collection.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { createFeedbackService, eventFeedbackAccountData } from './feedback/service.ts'
import { feedbackView } from './feedback/view.ts'
import { attendeeMessages } from './organiser-messages/collection.ts'
import { announcementRoutes, organiserMessageRoutes } from './organiser-messages/routes.ts'
import { createOrganiserMessageService, organiserMessagesAccountData } from './organiser-messages/service.ts'
import { announcementView, groupMessageView } from './organiser-messages/view.ts'
import { isInRecap } from './recaps/queries.ts'
import { recapRoutes } from './recaps/routes.ts'
import { createRecapService, eventRecapsAccountData } from './recaps/service.ts'
import { recapView } from './recaps/view.ts'

export const views = [
  announcementView,
  discussionPostView,
  discussionChoiceView,
  feedbackView,
  recapView,
  groupMessageView,
]
export const collections = [...views.map((view) => view.of), attendeeMessages, feedbackAuthors]

interface Earlier {
  operations: Operations
  people: People
  events: Events
  attendance: Attendance
}

export type Conversation = ReturnType<typeof createConversation>

export function createConversation(
  { store, clock, newId, mailer }: Platform,
  { operations, people, events, attendance }: Earlier,
) {
  const messages = createOrganiserMessageService({
    store,
    clock,
    newId,
    mailer,
    operations,
    events,
    attendance,
  })
  const discussion = createDiscussionService({ store, clock, newId, events })
  const feedback = createFeedbackService({ store, clock, newId, events })
  const recaps = createRecapService({ store, clock, operations, people, events })

  people.images.addUsers('recap', isInRecap)
  for (const { eventDeleted } of [recaps, messages, discussion]) events.editor.onDeleted(eventDeleted)

  const routes: RoutesByScope = {
    members: [
      at('/events', announcementRoutes, { messages }),
      at('/events', discussionRoutes, { discussion }),
      at('/events', feedbackRoutes, { feedback }),
      at('/events', recapRoutes, { recaps }),
    ],
    'event teams': [at('/events', organiserMessageRoutes, { messages })],
  }

  return {
    messages,
    discussion,
    feedback,
    recaps,
    routes,
    accountDataParts: [
      ...organiserMessagesAccountData(store),
      discussionPostsAccountData(discussion),
      discussionChoicesAccountData(discussion),
      eventFeedbackAccountData(feedback),
      eventRecapsAccountData(recaps),
    ] satisfies AccountDataPart[],
  }
}
