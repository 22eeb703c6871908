import { announcementsApi } from './announcements/schema.ts'
import { attendeeMessagesApi } from './attendee-messages.ts'
import { discussionApi } from './discussion/schema.ts'
import { feedbackApi } from './feedback/schema.ts'
import { groupMessagesApi } from './group-messages/schema.ts'
import { recapApi } from './recaps/schema.ts'

/** Routes of the module, by method and path: those of each feature are beside its schemas. */
export const conversationApi = {
  ...announcementsApi,
  ...attendeeMessagesApi,
  ...discussionApi,
  ...feedbackApi,
  ...groupMessagesApi,
  ...recapApi,
}
