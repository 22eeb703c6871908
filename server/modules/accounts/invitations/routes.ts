import { Readable } from 'node:stream'

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import * as m from '#shared/accounts/messages.ts'
import { accountsApi } from '#shared/accounts/api.ts'
import { attachment } from '#server/http/attachment.ts'
import { denied } from '#server/modules/accounts/sessions/hooks.ts'
import { expectedVersion, IF_MATCH } from '#server/http/checks/if-match.ts'
import { Failure } from '#server/lib/failure.ts'

import type { ApprovalDecision } from './approval.ts'
import type { MailedLinks } from './mailed-links.ts'
import type { InvitationService } from './service.ts'

interface Options {
  invitations: InvitationService
}

interface OpenOptions extends Options {
  mailedLinks: MailedLinks
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
    handler: ({ actor, body }) => invitations.sender.inviteFriend(actor, body.email),
  })
}

/** `/api/invitations`, for anyone with the link. A token is only ever in a body: addresses are logged. */
export const openInvitationRoutes: FastifyPluginAsyncTypebox<OpenOptions> = async (
  app,
  { invitations, mailedLinks },
) => {
  app.post('/opened', {
    schema: accountsApi['POST /api/invitations/opened'],
    handler: ({ body }) => invitations.acceptance.open(body.token),
  })

  // Authenticated by ID token: the first session of the account begins with a verified address.
  app.post('/address-verification', {
    schema: accountsApi['POST /api/invitations/address-verification'],
    handler: (request) =>
      mailedLinks.verifyAddress(request.body, request.id).catch((error: unknown) => {
        throw error instanceof Failure && error.status < 500 ? denied(request, error) : error
      }),
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
