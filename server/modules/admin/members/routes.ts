import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import * as m from '#shared/admin/messages.ts'
import { adminApi } from '#shared/admin/api.ts'
import type { MembershipActionEdit } from '#shared/accounts/memberships.ts'
import { attachment } from '#server/http/attachment.ts'
import { expectedVersion, IF_MATCH } from '#server/http/checks/if-match.ts'
import type { AdminAuditLog } from '#server/modules/admin/audit/service.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'

import type { MemberList } from './list.ts'
import type { VerificationMailer } from './verification.ts'

interface Options {
  accounts: Accounts
  list: MemberList
  auditLog: AdminAuditLog
  verification: VerificationMailer
}

/** Actions by the last segment of the path. */
const ACTIONS = [
  ['approval', 'approve'],
  ['refusal', 'decline'],
  ['suspension', 'suspend'],
  ['restoration', 'restore'],
  ['role', 'changeRole'],
] as const

/** `/api/admin/members`, only in the admin scope. */
export const adminMemberRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { accounts, list, auditLog, verification },
) => {
  // Actions that outlast a stolen session need a recent sign-in: appointing an admin, and copying everyone's address.
  const { membership, recentSignIn } = accounts

  app.get('/', {
    schema: adminApi['GET /api/admin/members'],
    handler: ({ actor, query }) => list.page(actor, query),
  })

  app.get('/export.csv', {
    preHandler: recentSignIn,
    schema: adminApi['GET /api/admin/members/export.csv'],
    handler: async ({ actor, query }, reply) => {
      const text = await list.csv(actor, query)
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment(m.csvMembersFile(), 'csv'))
      return reply.send(Readable.from(text, { objectMode: false }))
    },
  })

  app.get('/:memberId', {
    schema: adminApi['GET /api/admin/members/:memberId'],
    handler: ({ actor, params: { memberId } }) => list.member(actor, memberId),
  })

  app.get('/:memberId/history', {
    schema: adminApi['GET /api/admin/members/:memberId/history'],
    handler: ({ actor, params: { memberId }, query }) =>
      auditLog.page(actor, { target: memberId }, query.cursor),
  })

  for (const [name, kind] of ACTIONS) {
    app.post(`/:memberId/${name}`, {
      config: { headers: IF_MATCH },
      preHandler: kind === 'changeRole' ? recentSignIn : [],
      schema: adminApi[`POST /api/admin/members/:memberId/${name}`],
      handler: (request) =>
        membership.act(request.actor, request.params.memberId, expectedVersion(request), {
          kind,
          ...request.body,
        } as MembershipActionEdit),
    })
  }

  app.post('/:memberId/sign-out', {
    schema: adminApi['POST /api/admin/members/:memberId/sign-out'],
    handler: ({ actor, params: { memberId } }) => list.signOut(actor, memberId),
  })

  app.post('/verification-emails', {
    schema: adminApi['POST /api/admin/members/verification-emails'],
    handler: ({ actor, body, headers }) => verification.resend(actor, body.email, headers['idempotency-key']),
  })

  app.post('/batch', {
    // 200 members with ids of 128 characters.
    bodyLimit: 64 * 1024,
    schema: adminApi['POST /api/admin/members/batch'],
    async preHandler(request, reply) {
      if (request.body.action.kind === 'changeRole') await recentSignIn.call(app, request, reply)
    },
    handler: ({ actor, body }) => membership.batch(actor, body),
  })
}
