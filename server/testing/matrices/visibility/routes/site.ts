import { callsTo, type RouteRule, NO_MEMBERS } from '#server/testing/matrices/visibility/route-rule.ts'

const ACCOUNT_DATA_BY_LINK = 'Contains a topic and a switch of the member who has the link.'
const emulator = 'Development only: the identity provider’s own interface.'

export const site: Record<string, RouteRule> = {
  'GET /health/live': NO_MEMBERS,
  'GET /health/ready': NO_MEMBERS,
  'GET /api/openapi.json': NO_MEMBERS,
  'GET /api/public/texts': NO_MEMBERS,
  'GET /api/public/landing': { calls: callsTo('/api/public/landing') },
  'GET /theme/:name': NO_MEMBERS,
  'GET /previews/:eventId/:version': NO_MEMBERS,
  'POST /api/reports': NO_MEMBERS,
  'POST /api/client-errors': NO_MEMBERS,
  'GET /api/public/subscription': ACCOUNT_DATA_BY_LINK,
  'PUT /api/public/subscription': ACCOUNT_DATA_BY_LINK,
  'GET /api/public/round': ACCOUNT_DATA_BY_LINK,
  'PUT /api/public/round': ACCOUNT_DATA_BY_LINK,
  'GET /unsubscribe/:token': NO_MEMBERS,
  'GET /unsubscribe/*': NO_MEMBERS,
  'POST /unsubscribe/:token': NO_MEMBERS,
  '* /identitytoolkit.googleapis.com/*': emulator,
  '* /securetoken.googleapis.com/*': emulator,
  '* /emulator/*': emulator,
}
