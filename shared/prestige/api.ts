import { CursorQuerySchema } from '#shared/lib/page.ts'
import { IdempotencyKeyHeaderSchema, NO_CONTENT } from '#shared/lib/route-parts.ts'

import {
  ConfirmedPageSchema,
  DecisionEditSchema,
  DisputedPageSchema,
  DryRunResultSchema,
  DryRunSchema,
  EntryParamsSchema,
  NewDisputeSchema,
  OwnPrestigeSchema,
  PublicMemberPageSchema,
  PublicMembersQuerySchema,
  PublicPrestigeSchema,
  PublicStatementSchema,
  RingsSchema,
  SharingSchema,
  StatementLinkSchema,
  StatementQuerySchema,
} from './schema.ts'

/** Routes of the module, by method and path. */
export const prestigeApi = {
  'GET /api/public/prestige': {
    summary: 'Get prestige rules',
    response: { 200: PublicPrestigeSchema },
  },
  'GET /api/public/prestige/members': {
    summary: 'List members with a public tier',
    querystring: PublicMembersQuerySchema,
    response: { 200: PublicMemberPageSchema },
  },
  'GET /api/public/prestige/statement': {
    summary: 'Verify a statement by its link',
    querystring: StatementQuerySchema,
    response: { 200: PublicStatementSchema },
  },
  'GET /api/prestige': {
    summary: 'Get your prestige statement',
    querystring: CursorQuerySchema,
    response: { 200: OwnPrestigeSchema },
  },
  'GET /api/prestige/confirmed': {
    summary: 'List your confirmations for others',
    querystring: CursorQuerySchema,
    response: { 200: ConfirmedPageSchema },
  },
  'POST /api/prestige/entries/:entryId/dispute': {
    summary: 'Dispute an entry that you earned or confirmed',
    params: EntryParamsSchema,
    body: NewDisputeSchema,
    response: NO_CONTENT,
  },
  'PUT /api/prestige/listing': {
    summary: 'Update the sharing of your prestige',
    body: SharingSchema,
    response: { 200: SharingSchema },
  },
  'POST /api/prestige/statement': {
    summary: 'Create or replace the link to your statement',
    headers: IdempotencyKeyHeaderSchema,
    response: { 201: StatementLinkSchema },
  },
  'DELETE /api/prestige/statement': { summary: 'Revoke the link to your statement', response: NO_CONTENT },
  'GET /api/admin/prestige/disputes': {
    summary: 'List entries with open disputes',
    querystring: CursorQuerySchema,
    response: { 200: DisputedPageSchema },
  },
  'POST /api/admin/prestige/entries/:entryId/decision': {
    summary: 'Decide the open disputes of an entry',
    params: EntryParamsSchema,
    body: DecisionEditSchema,
    response: NO_CONTENT,
  },
  'GET /api/admin/prestige/rings': {
    summary: 'List groups that only confirm each other',
    response: { 200: RingsSchema },
  },
  'POST /api/admin/prestige/dry-run': {
    summary: 'Preview the effect of other prestige rules',
    body: DryRunSchema,
    response: { 200: DryRunResultSchema },
  },
}
