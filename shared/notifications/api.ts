import { CursorQuerySchema } from '#shared/lib/page.ts'
import { file, ids, NO_CONTENT } from '#shared/lib/route-parts.ts'

import { PreferencesEditSchema, PreferencesSchema } from './preferences.ts'
import { PushSchema, PushSubscriptionSchema } from './push.ts'
import { MarkReadSchema, NotificationPageSchema, StreamQuerySchema, UnreadSchema } from './schema.ts'
import { SubscriptionEditSchema, SubscriptionSchema, UnsubscribeQuerySchema } from './unsubscribe.ts'

const ofBrowser = ids('browserId')

/** Routes of the module, by method and path. */
export const notificationsApi = {
  'GET /api/public/subscription': {
    summary: 'Get unsubscribe state',
    querystring: UnsubscribeQuerySchema,
    response: { 200: SubscriptionSchema },
  },
  'PUT /api/public/subscription': {
    summary: 'Update unsubscribe state',
    body: SubscriptionEditSchema,
    response: { 200: SubscriptionSchema },
  },

  'GET /api/notifications': {
    summary: 'List your notifications',
    querystring: CursorQuerySchema,
    response: { 200: NotificationPageSchema },
  },
  'GET /api/notifications/unread': {
    summary: 'Count your unread notifications',
    response: { 200: UnreadSchema },
  },
  'POST /api/notifications/read': {
    summary: 'Mark notifications as read',
    body: MarkReadSchema,
    response: NO_CONTENT,
  },
  'GET /api/notifications/stream': {
    summary: 'Stream your unread count and stale views',
    description:
      'Server-sent events. An event is `{"unread": <number>, "role": <role>}`, sent first on connect, or `{"stale": [<view>]}` when a view named in the `view` parameter has changed for you.',
    querystring: StreamQuerySchema,
    response: file('text/event-stream'),
  },

  'GET /api/notifications/preferences': {
    summary: 'Get notification preferences',
    response: { 200: PreferencesSchema },
  },
  'PUT /api/notifications/preferences': {
    summary: 'Update notification preferences',
    body: PreferencesEditSchema,
    response: { 200: PreferencesSchema },
  },

  'GET /api/push': { summary: 'Get push notification settings', response: { 200: PushSchema } },
  'POST /api/push': {
    summary: 'Switch push notifications on in this browser',
    body: PushSubscriptionSchema,
    response: NO_CONTENT,
  },
  'DELETE /api/push/:browserId': {
    summary: 'Switch push notifications off in a browser',
    params: ofBrowser,
    response: NO_CONTENT,
  },
}
