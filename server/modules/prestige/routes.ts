import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { prestigeApi } from '#shared/prestige/api.ts'

import type { PrestigeService } from './service.ts'

interface Options {
  prestige: PrestigeService
}

/** `/api/prestige` for every member. */
export const prestigeRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { prestige }) => {
  app.get('/', {
    schema: prestigeApi['GET /api/prestige'],
    handler: ({ actor, query }) => prestige.own(actor.id, query.cursor),
  })

  app.get('/confirmed', {
    schema: prestigeApi['GET /api/prestige/confirmed'],
    handler: ({ actor, query }) => prestige.confirmed(actor.id, query.cursor),
  })

  app.post('/entries/:entryId/dispute', {
    schema: prestigeApi['POST /api/prestige/entries/:entryId/dispute'],
    handler: async ({ actor, params, body }, reply) => {
      await prestige.dispute(actor, params.entryId, body.reason)
      return reply.code(204).send(null)
    },
  })

  app.put('/listing', {
    schema: prestigeApi['PUT /api/prestige/listing'],
    handler: ({ actor, body }) => prestige.share(actor, body),
  })

  app.post('/statement', {
    schema: prestigeApi['POST /api/prestige/statement'],
    handler: async ({ actor, headers }, reply) =>
      reply.code(201).send(await prestige.createLink(actor, headers['idempotency-key'])),
  })

  app.delete('/statement', {
    schema: prestigeApi['DELETE /api/prestige/statement'],
    handler: async ({ actor }, reply) => {
      await prestige.revokeLink(actor)
      return reply.code(204).send(null)
    },
  })
}

/** `/api/public/prestige`, for anyone. */
export const publicPrestigeRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { prestige }) => {
  app.get('/', {
    schema: prestigeApi['GET /api/public/prestige'],
    handler: async () => prestige.publicRules(),
  })

  app.get('/members', {
    schema: prestigeApi['GET /api/public/prestige/members'],
    handler: ({ query }) => prestige.publicMembers(query),
  })

  app.get('/statement', {
    schema: prestigeApi['GET /api/public/prestige/statement'],
    handler: ({ query }) => prestige.publicStatement(query.statement),
  })
}

/** `/api/admin/prestige`, only in the admin scope. */
export const prestigeAdminRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { prestige }) => {
  app.get('/disputes', {
    schema: prestigeApi['GET /api/admin/prestige/disputes'],
    handler: ({ actor, query }) => prestige.openDisputes(actor, query.cursor),
  })

  app.post('/entries/:entryId/decision', {
    schema: prestigeApi['POST /api/admin/prestige/entries/:entryId/decision'],
    handler: async ({ actor, params, body }, reply) => {
      await prestige.decide(actor, params.entryId, body)
      return reply.code(204).send(null)
    },
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
