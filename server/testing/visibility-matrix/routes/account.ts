import { at, type Decision, own } from '#server/testing/visibility-matrix/route-rule.ts'

export const account: Record<string, Decision> = {
  'GET /api/session': own,
  'POST /api/session': own,
  'POST /api/session/logout': own,
  'POST /api/session/logout-all': own,
  'GET /api/me': own,
  'PUT /api/me': own,
  'GET /api/me/view-as/:viewer': own,
  'POST /api/me/asks/:askId/renewal': own,
  'POST /api/me/onboarded': own,
  'POST /api/images': own,
  'GET /images/:imageId': 'Pictures are named by their content; only who may see one is told its name.',
  'POST /api/account/export': {
    calls: at('/api/account/export'),
    allowed: {
      toBlocker: ['id'],
      toBlocked: ['id'],
      because: 'What one did oneself names others by their ids alone, which lead nowhere.',
    },
  },
  'POST /api/account/deletion': own,
  'DELETE /api/account/deletion': own,
}
