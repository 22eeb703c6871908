import { type Decision, none } from '#server/testing/visibility-matrix/route-rule.ts'

const emulator = 'Development only: the identity provider’s own interface.'

export const site: Record<string, Decision> = {
  'GET /health/live': none,
  'GET /health/ready': none,
  'GET /api/openapi.json': none,
  'POST /api/reports': none,
  'POST /api/client-errors': none,
  '* /identitytoolkit.googleapis.com/*': emulator,
  '* /securetoken.googleapis.com/*': emulator,
  '* /emulator/*': emulator,
}
