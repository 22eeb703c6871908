import { discussionApi } from './discussion/schema.ts'
import { feedbackApi } from './feedback.ts'
import { organiserMessagesApi } from './organiser-messages/schema.ts'
import { recapApi } from './recaps/schema.ts'

/** Routes of the module, by method and path: those of each feature are beside its schemas. */
export const conversationApi = {
  ...discussionApi,
  ...feedbackApi,
  ...organiserMessagesApi,
  ...recapApi,
}
