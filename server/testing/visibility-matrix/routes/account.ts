import { callsTo, type RouteRule, OWN_DATA } from '#server/testing/visibility-matrix/route-rule.ts'

export const account: Record<string, RouteRule> = {
  'GET /api/session': OWN_DATA,
  'POST /api/session': OWN_DATA,
  'POST /api/session/logout': OWN_DATA,
  'POST /api/session/logout-all': OWN_DATA,
  'GET /api/me': OWN_DATA,
  'PUT /api/me': OWN_DATA,
  'GET /api/me/view-as/:viewer': OWN_DATA,
  'POST /api/me/asks/:askId/renewal': OWN_DATA,
  'POST /api/me/onboarded': OWN_DATA,
  'POST /api/images': OWN_DATA,
  'GET /images/:imageId': 'Images are named by their content hash, which only viewers of the image receive.',
  'POST /api/account/export': {
    calls: callsTo('/api/account/export'),
    allowed: {
      toBlocker: ['id'],
      toBlocked: ['id'],
      because: 'Own data refers to others by id only, and the id opens nothing.',
    },
  },
  'POST /api/account/deletion': OWN_DATA,
  'DELETE /api/account/deletion': OWN_DATA,
}
