import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { CursorQuerySchema } from '#shared/page.ts'
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
} from '#shared/prestige.ts'
import { IdempotencyKeyHeaderSchema } from '#server/http/idempotency-key.ts'

import type { PrestigeService } from './service.ts'

interface Options {
  prestige: PrestigeService
}

const noContent = { 204: Type.Null() }

/** `/api/prestige` for every member. */
export const prestigeRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { prestige }) => {
  app.get('/', {
    schema: {
      summary: 'Get your statement of prestige',
      querystring: CursorQuerySchema,
      response: { 200: OwnPrestigeSchema },
    },
    handler: ({ actor, query }) => prestige.own(actor.id, query.cursor),
  })

  app.get('/confirmed', {
    schema: {
      summary: 'List what you confirmed for others',
      querystring: CursorQuerySchema,
      response: { 200: ConfirmedPageSchema },
    },
    handler: ({ actor, query }) => prestige.confirmed(actor.id, query.cursor),
  })

  app.post('/entries/:entryId/dispute', {
    schema: {
      summary: 'Dispute an entry that you earned or confirmed',
      params: EntryParamsSchema,
      body: NewDisputeSchema,
      response: noContent,
    },
    handler: async ({ actor, params, body }, reply) => {
      await prestige.dispute(actor, params.entryId, body.reason)
      return reply.code(204).send(null)
    },
  })

  app.put('/listing', {
    schema: {
      summary: 'Choose who sees your tier',
      body: SharingSchema,
      response: { 200: SharingSchema },
    },
    handler: ({ actor, body }) => prestige.share(actor, body),
  })

  app.post('/statement', {
    schema: {
      summary: 'Create or replace the link to your statement',
      headers: IdempotencyKeyHeaderSchema,
      response: { 201: StatementLinkSchema },
    },
    handler: async ({ actor, headers }, reply) =>
      reply.code(201).send(await prestige.createLink(actor, headers['idempotency-key'])),
  })

  app.delete('/statement', {
    schema: { summary: 'Revoke the link to your statement', response: noContent },
    handler: async ({ actor }, reply) => {
      await prestige.revokeLink(actor)
      return reply.code(204).send(null)
    },
  })
}

/** `/api/public/prestige`, for anyone. */
export const publicPrestigeRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { prestige }) => {
  app.get('/', {
    schema: { summary: 'Get the rules of prestige', response: { 200: PublicPrestigeSchema } },
    handler: async () => prestige.publicRules(),
  })

  app.get('/members', {
    schema: {
      summary: 'List members who chose to show their tier',
      querystring: PublicMembersQuerySchema,
      response: { 200: PublicMemberPageSchema },
    },
    handler: ({ query }) => prestige.publicMembers(query),
  })

  app.get('/statement', {
    schema: {
      summary: 'Verify a statement by its link',
      querystring: StatementQuerySchema,
      response: { 200: PublicStatementSchema },
    },
    handler: ({ query }) => prestige.publicStatement(query.statement),
  })
}

/** `/api/admin/prestige`, only in the admin scope. */
export const prestigeAdminRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { prestige }) => {
  app.get('/disputes', {
    schema: {
      summary: 'List entries with open disputes',
      querystring: CursorQuerySchema,
      response: { 200: DisputedPageSchema },
    },
    handler: ({ actor, query }) => prestige.openDisputes(actor, query.cursor),
  })

  app.post('/entries/:entryId/decision', {
    schema: {
      summary: 'Decide the open disputes of an entry',
      params: EntryParamsSchema,
      body: DecisionEditSchema,
      response: noContent,
    },
    handler: async ({ actor, params, body }, reply) => {
      await prestige.decide(actor, params.entryId, body)
      return reply.code(204).send(null)
    },
  })

  app.get('/rings', {
    schema: { summary: 'List groups that only confirm each other', response: { 200: RingsSchema } },
    handler: () => prestige.rings(),
  })

  app.post('/dry-run', {
    schema: {
      summary: 'Try other rules on some members',
      body: DryRunSchema,
      response: { 200: DryRunResultSchema },
    },
    handler: ({ actor, body }) => prestige.dryRun(actor, body),
  })
}
