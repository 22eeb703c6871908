import { Readable } from 'node:stream'

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { preHandlerAsyncHookHandler } from 'fastify'
import { Type } from 'typebox'

import { type AuditPage, AuditPageSchema } from '#shared/admin.ts'
import {
  ActionSchemas,
  AdminMemberExportQuerySchema,
  AdminMemberPageSchema,
  AdminMemberQuerySchema,
  AdminMemberSchema,
  BatchResultSchema,
  BatchSchema,
  type MembershipActionEdit,
  MembershipSchema,
  VerificationAnswerSchema,
  VerificationRequestSchema,
} from '#shared/admin-members.ts'
import type { MembershipActionKind } from '#shared/membership-actions.ts'
import { CursorQuerySchema, IdSchema } from '#shared/page.ts'
import type { Actor } from '#server/features/session/types.ts'
import { attachment } from '#server/http/attachment.ts'
import { IdempotencyKeyHeaderSchema } from '#server/http/idempotency-key.ts'
import { expectedVersion, IF_MATCH } from '#server/http/if-match.ts'

import type { createMemberList } from './list.ts'
import type { createMembershipActions } from './service.ts'
import type { createVerificationResending } from './verification.ts'

interface Options {
  list: ReturnType<typeof createMemberList>
  /** What was done to a member, newest first. */
  historyOf: (admin: Actor, memberId: string, cursor?: string) => Promise<AuditPage>
  actions: ReturnType<typeof createMembershipActions>
  signOut: (actor: Actor, memberId: string) => Promise<void>
  verification: ReturnType<typeof createVerificationResending>
  /** For what outlasts a session in wrong hands: another admin, and a copy of everyone's address. */
  recentSignIn: preHandlerAsyncHookHandler
}

const CsvSchema = { content: { 'text/csv': { schema: Type.Unsafe<Readable>(Type.String()) } } }

const params = Type.Object({ memberId: IdSchema })

/** By the last part of the path. */
const ROUTES: Record<string, { kind: MembershipActionKind; summary: string }> = {
  approval: { kind: 'approve', summary: 'Approve a person who awaits approval' },
  refusal: { kind: 'decline', summary: 'Decline a person who awaits approval' },
  suspension: { kind: 'suspend', summary: 'Suspend a member' },
  restoration: { kind: 'restore', summary: 'End a member’s suspension' },
  role: { kind: 'changeRole', summary: 'Change a member’s role' },
}

/** `/api/admin/members`, only in the admin scope. */
export const adminMemberRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { list, historyOf, actions, signOut, verification, recentSignIn },
) => {
  app.get('/', {
    schema: {
      summary: 'List members by search and filters',
      querystring: AdminMemberQuerySchema,
      response: { 200: AdminMemberPageSchema },
    },
    handler: ({ actor, query }) => list.page(actor, query),
  })

  app.get('/export.csv', {
    preHandler: recentSignIn,
    schema: {
      summary: 'Download members as CSV',
      querystring: AdminMemberExportQuerySchema,
      response: { 200: CsvSchema },
    },
    handler: async ({ actor, query }, reply) => {
      const text = await list.csv(actor, query)
      reply.type('text/csv; charset=utf-8').header('content-disposition', attachment('Members', 'csv'))
      return reply.send(Readable.from(text, { objectMode: false }))
    },
  })

  app.get('/:memberId', {
    schema: { summary: 'Get a member’s account', params, response: { 200: AdminMemberSchema } },
    handler: ({ actor, params: { memberId } }) => list.member(actor, memberId),
  })

  app.get('/:memberId/history', {
    schema: {
      summary: 'List what was done to a member',
      params,
      querystring: CursorQuerySchema,
      response: { 200: AuditPageSchema },
    },
    handler: ({ actor, params: { memberId }, query }) => historyOf(actor, memberId, query.cursor),
  })

  for (const [name, { kind, summary }] of Object.entries(ROUTES)) {
    app.post(`/:memberId/${name}`, {
      config: { headers: IF_MATCH },
      preHandler: kind === 'changeRole' ? recentSignIn : [],
      schema: { summary, params, body: ActionSchemas[kind], response: { 200: MembershipSchema } },
      handler: (request) =>
        actions.act(request.actor, request.params.memberId, expectedVersion(request), {
          kind,
          ...request.body,
        } as MembershipActionEdit),
    })
  }

  app.post('/:memberId/sign-out', {
    schema: { summary: 'Sign a member out everywhere', params, response: { 204: Type.Null() } },
    handler: async ({ actor, params: { memberId } }, reply) => {
      await signOut(actor, memberId)
      return reply.code(204).send(null)
    },
  })

  app.post('/verification-emails', {
    schema: {
      summary: 'Send a verification link again',
      headers: IdempotencyKeyHeaderSchema,
      body: VerificationRequestSchema,
      response: { 200: VerificationAnswerSchema },
    },
    handler: ({ actor, body, headers }) => verification.resend(actor, body.email, headers['idempotency-key']),
  })

  app.post('/batch', {
    // 200 members with ids of 128 characters.
    bodyLimit: 64 * 1024,
    schema: {
      summary: 'Approve, decline, suspend, restore or change the role of several members',
      body: BatchSchema,
      response: { 200: BatchResultSchema },
    },
    async preHandler(request, reply) {
      if (request.body.action.kind === 'changeRole') await recentSignIn.call(app, request, reply)
    },
    handler: ({ actor, body }) => actions.batch(actor, body),
  })
}
