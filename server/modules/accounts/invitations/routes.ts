import { Readable } from 'node:stream'

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import * as m from '#shared/accounts/messages.ts'
import { accountsApi } from '#shared/accounts/api.ts'
import { attachment } from '#server/http/attachment.ts'
import { expectedVersion, IF_MATCH } from '#server/http/checks/if-match.ts'

import type { ApprovalDecision } from './approval.ts'
import type { InvitationService } from './service.ts'

interface Options {
  invitations: InvitationService
}

interface AdminOptions extends Options {
  decideApproval: ApprovalDecision
}

/** `/api/admin/invitations`, only in the admin scope. */
export const adminInvitationRoutes: FastifyPluginAsyncTypebox<AdminOptions> = async (
  app,
  { invitations, decideApproval: decide },
) => {
  app.get('/', {
    schema: accountsApi['GET /api/admin/invitations'],
    handler: ({ query }) => invitations.list.page(query),
  })

  app.get('/links.csv', {
    schema: accountsApi['GET /api/admin/invitations/links.csv'],
    handler: async ({ actor }, reply) => {
      const text = await invitations.list.linksCsv(actor)
      reply.type('text/csv; charset=utf-8').header('content-disposition', attachment(m.csvName(), 'csv'))
      return reply.send(Readable.from(text, { objectMode: false }))
    },
  })

  app.post('/import', {
    // A hundred rows with every field at its limit.
    bodyLimit: 2 * 1024 * 1024,
    schema: accountsApi['POST /api/admin/invitations/import'],
    handler: ({ actor, body }) => invitations.sender.importRows(actor, body),
  })

  app.post('/:invitationId/link', {
    schema: accountsApi['POST /api/admin/invitations/:invitationId/link'],
    handler: ({ actor, params: { invitationId } }) => invitations.sender.link(actor, invitationId),
  })

  app.post('/:invitationId/resend', {
    config: { headers: IF_MATCH },
    schema: accountsApi['POST /api/admin/invitations/:invitationId/resend'],
    handler: (request) =>
      invitations.sender.resend(request.actor, request.params.invitationId, expectedVersion(request)),
  })

  app.post('/:invitationId/revocation', {
    config: { headers: IF_MATCH },
    schema: accountsApi['POST /api/admin/invitations/:invitationId/revocation'],
    handler: (request) =>
      invitations.sender.revoke(request.actor, request.params.invitationId, expectedVersion(request)),
  })

  app.post('/:invitationId/approval', {
    config: { headers: IF_MATCH },
    schema: accountsApi['POST /api/admin/invitations/:invitationId/approval'],
    handler: (request) =>
      decide(request.actor, request.params.invitationId, {
        version: expectedVersion(request),
        ...request.body,
      }),
  })
}

/** `/api/invitations`, for active members. */
export const friendInvitationRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { invitations }) => {
  app.post('/', {
    schema: accountsApi['POST /api/invitations'],
    handler: async ({ actor, body }, reply) => {
      await invitations.sender.inviteFriend(actor, body.email)
      return reply.code(204).send(null)
    },
  })
}

/** `/api/invitations`, for anyone with the link. A token is only ever in a body: addresses are logged. */
export const openInvitationRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { invitations }) => {
  app.post('/opened', {
    schema: accountsApi['POST /api/invitations/opened'],
    handler: ({ body }) => invitations.acceptance.open(body.token),
  })
}

/** `/api/invitations`, for people with a verified email, even while they are not active members. */
export const invitedPersonRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { invitations }) => {
  app.post('/approval-request', {
    schema: accountsApi['POST /api/invitations/approval-request'],
    handler: ({ actor, body }) => invitations.acceptance.requestApproval(actor, body.token),
  })

  app.get('/imported-profile', {
    schema: accountsApi['GET /api/invitations/imported-profile'],
    handler: ({ actor }) => invitations.acceptance.importedProfile(actor),
  })
}
