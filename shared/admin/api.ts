import { CursorQuerySchema } from '#shared/lib/page.ts'
import { file, IdempotencyKeyHeaderSchema, ids, NO_CONTENT } from '#shared/lib/route-parts.ts'

import { AuditDetailsSchema, AuditFilterSchema, AuditPageSchema, AuditQuerySchema } from './audit.ts'
import {
  AdminEventPageSchema,
  AdminEventQuerySchema,
  OrganiserChoicesSchema,
  OrganiserEditSchema,
  OrganiserOutcomeSchema,
  OrganiserQuerySchema,
} from './events.ts'
import {
  AdminMemberExportQuerySchema,
  AdminMemberPageSchema,
  AdminMemberQuerySchema,
  AdminMemberSchema,
  MembershipSchema,
  VerificationAnswerSchema,
  VerificationRequestSchema,
} from './members.ts'
import { ActionSchemas, BatchResultSchema, BatchSchema } from '#shared/accounts/memberships.ts'
import { AdminTasksSchema, OverviewSchema } from './overview.ts'

const ofEntry = ids('entryId')
const ofEvent = ids('eventId')
const ofMember = ids('memberId')

/** Routes of the module, by method and path. */
export const adminApi = {
  'GET /api/admin/audit': {
    summary: 'List audit log entries',
    querystring: AuditQuerySchema,
    response: { 200: AuditPageSchema },
  },
  'GET /api/admin/audit/export.csv': {
    summary: 'Download the audit log as CSV',
    querystring: AuditFilterSchema,
    response: file('text/csv'),
  },
  'GET /api/admin/audit/:entryId': {
    summary: 'Get an audit log entry with its changes',
    params: ofEntry,
    response: { 200: AuditDetailsSchema },
  },

  'GET /api/admin/events': {
    summary: 'List all events',
    querystring: AdminEventQuerySchema,
    response: { 200: AdminEventPageSchema },
  },
  'GET /api/admin/events/organisers': {
    summary: 'Find members who can organise events',
    querystring: OrganiserQuerySchema,
    response: { 200: OrganiserChoicesSchema },
  },
  'PUT /api/admin/events/:eventId/organiser': {
    summary: 'Change the organiser of an event',
    params: ofEvent,
    body: OrganiserEditSchema,
    response: { 200: OrganiserOutcomeSchema },
  },

  'GET /api/admin/members': {
    summary: 'Search members',
    querystring: AdminMemberQuerySchema,
    response: { 200: AdminMemberPageSchema },
  },
  'GET /api/admin/members/export.csv': {
    summary: 'Download the list of members as CSV',
    querystring: AdminMemberExportQuerySchema,
    response: file('text/csv'),
  },
  'GET /api/admin/members/:memberId': {
    summary: 'Get a member’s account',
    params: ofMember,
    response: { 200: AdminMemberSchema },
  },
  'GET /api/admin/members/:memberId/history': {
    summary: 'List a member’s history',
    params: ofMember,
    querystring: CursorQuerySchema,
    response: { 200: AuditPageSchema },
  },
  'POST /api/admin/members/:memberId/approval': {
    summary: 'Approve a pending member',
    params: ofMember,
    body: ActionSchemas.approve,
    response: { 200: MembershipSchema },
  },
  'POST /api/admin/members/:memberId/refusal': {
    summary: 'Decline a pending member',
    params: ofMember,
    body: ActionSchemas.decline,
    response: { 200: MembershipSchema },
  },
  'POST /api/admin/members/:memberId/suspension': {
    summary: 'Suspend a member',
    params: ofMember,
    body: ActionSchemas.suspend,
    response: { 200: MembershipSchema },
  },
  'POST /api/admin/members/:memberId/restoration': {
    summary: 'End a member’s suspension',
    params: ofMember,
    body: ActionSchemas.restore,
    response: { 200: MembershipSchema },
  },
  'POST /api/admin/members/:memberId/role': {
    summary: 'Change a member’s role',
    params: ofMember,
    body: ActionSchemas.changeRole,
    response: { 200: MembershipSchema },
  },
  'POST /api/admin/members/:memberId/sign-out': {
    summary: 'Sign a member out everywhere',
    params: ofMember,
    response: NO_CONTENT,
  },
  'POST /api/admin/members/verification-emails': {
    summary: 'Resend a verification link',
    headers: IdempotencyKeyHeaderSchema,
    body: VerificationRequestSchema,
    response: { 200: VerificationAnswerSchema },
  },
  'POST /api/admin/members/batch': {
    summary: 'Decide on several members',
    body: BatchSchema,
    response: { 200: BatchResultSchema },
  },

  'GET /api/admin/overview': {
    summary: 'Get the admin overview',
    response: { 200: OverviewSchema },
  },
  'GET /api/admin/tasks': {
    summary: 'Count pending decisions of admins',
    response: { 200: AdminTasksSchema },
  },
}
