import { NO_MEMBERS, type RouteRule } from '#server/testing/matrices/visibility/route-rule.ts'
import { SETTINGS_SECTIONS } from '#shared/community/settings.ts'

const EVERYONE = 'Admins see everyone, whomever they have blocked.'
const DECISION = 'Admins decide about everyone, whomever they have blocked.'

const settingsRoutes = Object.keys(SETTINGS_SECTIONS).flatMap((section): [string, RouteRule][] => [
  [`GET /api/admin/settings/${section}`, NO_MEMBERS],
  [`PUT /api/admin/settings/${section}`, NO_MEMBERS],
  [`GET /api/admin/settings/${section}/changes`, 'Admins see who changed what.'],
])

export const admin: Record<string, RouteRule> = {
  ...Object.fromEntries(settingsRoutes),
  'GET /api/admin/tasks': 'Contains numbers.',
  'GET /api/admin/overview': 'Contains numbers, and of emails set aside only the topic.',
  'GET /api/admin/audit': 'Admins see every action.',
  'GET /api/admin/audit/export.csv': 'Admins see every action.',
  'GET /api/admin/audit/:entryId': 'Admins see every action.',
  'GET /api/admin/chapters/health': NO_MEMBERS,
  'GET /api/admin/chapters/proposals': EVERYONE,
  'POST /api/admin/chapters/proposals/:memberId/approval': DECISION,
  'POST /api/admin/chapters/proposals/:memberId/refusal': DECISION,
  'POST /api/admin/chapters': NO_MEMBERS,
  'POST /api/admin/chapters/import': DECISION,
  'PUT /api/admin/chapters/:slug': EVERYONE,
  'POST /api/admin/chapters/:slug/merge': NO_MEMBERS,
  'POST /api/admin/chapters/:slug/merge/undo': NO_MEMBERS,
  'GET /api/admin/events': EVERYONE,
  'GET /api/admin/events/organisers': EVERYONE,
  'PUT /api/admin/events/:eventId/organiser': DECISION,
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
  'POST /api/admin/members/batch': DECISION,
  'POST /api/admin/members/verification-emails':
    'About people who are no members; of a member’s address it tells that it is verified.',
  'GET /api/admin/client-errors': 'Names the admin who resolved a group; members have no names in it.',
  'GET /api/admin/client-errors/:fingerprint':
    'Names the admin who resolved it; members have no names in it.',
  'GET /api/admin/client-errors/:fingerprint/samples/:entryId': NO_MEMBERS,
  'PUT /api/admin/client-errors/:fingerprint/state': NO_MEMBERS,
  'GET /api/admin/reports': EVERYONE,
  'GET /api/admin/reports/:reportId': EVERYONE,
  'GET /api/admin/reports/:reportId/picture': NO_MEMBERS,
  'POST /api/admin/reports/:reportId/decision': DECISION,
  'POST /api/admin/reports/:reportId/restoration': DECISION,
  'GET /api/admin/invitations': EVERYONE,
  'GET /api/admin/invitations/links.csv': EVERYONE,
  'POST /api/admin/invitations/import': DECISION,
  'POST /api/admin/invitations/:invitationId/link': DECISION,
  'POST /api/admin/invitations/:invitationId/resend': DECISION,
  'POST /api/admin/invitations/:invitationId/revocation': DECISION,
  'POST /api/admin/invitations/:invitationId/approval': DECISION,
}
