import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { prestigeApi } from '#shared/prestige/api.ts'

import type { Disputes } from './disputes.ts'
import type { PrestigeService } from './service.ts'
import type { PublicPage } from './public-page.ts'
import type { PrestigeSharing } from './sharing.ts'
import type { Statements } from './statements.ts'

interface MemberOptions {
  statements: Statements
  disputes: Disputes
  sharing: PrestigeSharing
}

interface PublicOptions {
  prestige: PrestigeService
  publicPage: PublicPage
}

interface AdminOptions {
  prestige: PrestigeService
  disputes: Disputes
}

/** `/api/prestige` for every member. */
export const prestigeRoutes: FastifyPluginAsyncTypebox<MemberOptions> = async (
  app,
  { statements, disputes, sharing },
) => {
  app.get('/', {
    schema: prestigeApi['GET /api/prestige'],
    handler: ({ actor, query }) => statements.own(actor.id, query.cursor),
  })

  app.get('/confirmed', {
    schema: prestigeApi['GET /api/prestige/confirmed'],
    handler: ({ actor, query }) => statements.confirmed(actor.id, query.cursor),
  })

  app.post('/entries/:entryId/dispute', {
    schema: prestigeApi['POST /api/prestige/entries/:entryId/dispute'],
    handler: ({ actor, params, body }) => disputes.dispute(actor, params.entryId, body.reason),
  })

  app.put('/listing', {
    schema: prestigeApi['PUT /api/prestige/listing'],
    handler: ({ actor, body }) => sharing.share(actor, body),
  })

  app.post('/statement', {
    schema: prestigeApi['POST /api/prestige/statement'],
    handler: ({ actor, headers }) => sharing.createLink(actor, headers['idempotency-key']),
  })

  app.delete('/statement', {
    schema: prestigeApi['DELETE /api/prestige/statement'],
    handler: ({ actor }) => sharing.revokeLink(actor),
  })
}

/** `/api/public/prestige`, for anyone. */
export const publicPrestigeRoutes: FastifyPluginAsyncTypebox<PublicOptions> = async (
  app,
  { prestige, publicPage },
) => {
  app.get('/', {
    schema: prestigeApi['GET /api/public/prestige'],
    handler: async () => prestige.publicRules(),
  })

  app.get('/members', {
    schema: prestigeApi['GET /api/public/prestige/members'],
    handler: ({ query }) => publicPage.publicMembers(query),
  })

  app.get('/statement', {
    schema: prestigeApi['GET /api/public/prestige/statement'],
    handler: ({ query }) => publicPage.publicStatement(query.statement),
  })
}

/** `/api/admin/prestige`, only in the admin scope. */
export const prestigeAdminRoutes: FastifyPluginAsyncTypebox<AdminOptions> = async (
  app,
  { prestige, disputes },
) => {
  app.get('/disputes', {
    schema: prestigeApi['GET /api/admin/prestige/disputes'],
    handler: ({ actor, query }) => disputes.openDisputes(actor, query.cursor),
  })

  app.post('/entries/:entryId/decision', {
    schema: prestigeApi['POST /api/admin/prestige/entries/:entryId/decision'],
    handler: ({ actor, params, body }) => disputes.decide(actor, params.entryId, body),
  })

  app.get('/rings', {
    schema: prestigeApi['GET /api/admin/prestige/rings'],
    handler: () => prestige.rings(),
  })

  app.post('/dry-run', {
    schema: prestigeApi['POST /api/admin/prestige/dry-run'],
    handler: ({ actor, body }) => prestige.dryRun(actor, body),
  })
}
