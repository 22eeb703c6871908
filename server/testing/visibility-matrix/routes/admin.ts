import { NO_MEMBERS, type RouteRule } from '#server/testing/visibility-matrix/route-rule.ts'

const EVERYONE = 'Admins see everyone, whomever they have blocked.'
const DECISION = 'Admins decide about everyone, whomever they have blocked.'

export const admin: Record<string, RouteRule> = {
  'GET /api/admin/overview': 'Contains numbers only.',
  'GET /api/admin/audit': 'Admins see every action.',
  'GET /api/admin/members': EVERYONE,
  'GET /api/admin/members/export.csv': EVERYONE,
  'GET /api/admin/members/:memberId': EVERYONE,
  'GET /api/admin/members/:memberId/history': EVERYONE,
  'POST /api/admin/members/:memberId/approval': DECISION,
  'POST /api/admin/members/:memberId/refusal': DECISION,
  'POST /api/admin/members/:memberId/suspension': DECISION,
  'POST /api/admin/members/:memberId/restoration': DECISION,
  'POST /api/admin/members/:memberId/role': DECISION,
  'POST /api/admin/members/:memberId/sign-out': DECISION,
  'GET /api/admin/settings/joining': NO_MEMBERS,
  'PUT /api/admin/settings/joining': NO_MEMBERS,
  'GET /api/admin/settings/joining/history': 'Admins see every action.',
  'POST /api/admin/members/batch': DECISION,
}
