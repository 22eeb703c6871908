import { callsTo, type RouteRule, ACCOUNT_DATA } from '#server/testing/visibility-matrix/route-rule.ts'

export const account: Record<string, RouteRule> = {
  'GET /api/me/availability': ACCOUNT_DATA,
  'PUT /api/me/availability': ACCOUNT_DATA,
  'GET /api/notifications/preferences': ACCOUNT_DATA,
  'PUT /api/notifications/preferences': ACCOUNT_DATA,
  'GET /api/session': ACCOUNT_DATA,
  'POST /api/session': ACCOUNT_DATA,
  'POST /api/session/verification-token': ACCOUNT_DATA,
  'POST /api/session/verification': ACCOUNT_DATA,
  'POST /api/session/logout': ACCOUNT_DATA,
  'POST /api/session/logout-all': ACCOUNT_DATA,
  'GET /api/me': ACCOUNT_DATA,
  'PUT /api/me': ACCOUNT_DATA,
  'GET /api/me/view-as/:viewer': ACCOUNT_DATA,
  'POST /api/me/asks/:askId/renewal': ACCOUNT_DATA,
  'POST /api/me/onboarded': ACCOUNT_DATA,
  'POST /api/images': ACCOUNT_DATA,
  'GET /images/:imageId': 'Images are named by their content hash, which only viewers of the image receive.',
  'POST /api/account/export': {
    calls: callsTo('/api/account/export'),
    allowed: {
      toBlocker: ['id'],
      toBlocked: ['id'],
      because: 'Own data refers to others by id only, and the id opens nothing.',
    },
  },
  'POST /api/account/deletion': ACCOUNT_DATA,
  'DELETE /api/account/deletion': ACCOUNT_DATA,
}
