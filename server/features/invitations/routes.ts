import { Readable } from 'node:stream'

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import {
  ConsentDecisionSchema,
  ImportAnswerSchema,
  ImportBatchSchema,
  ImportedProfileSchema,
  InvitationLinkSchema,
  InvitationPageSchema,
  InvitationQuerySchema,
  InvitationSchema,
  InvitationTokenSchema,
  OpenedInvitationSchema,
} from '#shared/invitations.ts'
import { IdSchema } from '#shared/page.ts'
import { attachment } from '#server/http/attachment.ts'
import { expectedVersion, IF_MATCH } from '#server/http/if-match.ts'

import type { createConsent } from './consent.ts'
import type { createInvitationList } from './list.ts'
import type { InvitationService } from './service.ts'

interface Options {
  invitations: InvitationService
}

interface AdminOptions {
  invitations: InvitationService &
    ReturnType<typeof createInvitationList> & { decide: ReturnType<typeof createConsent> }
}

const params = Type.Object({ invitationId: IdSchema })
const CsvSchema = { content: { 'text/csv': { schema: Type.Unsafe<Readable>(Type.String()) } } }

/** `/api/admin/invitations`, only in the admin scope. */
export const adminInvitationRoutes: FastifyPluginAsyncTypebox<AdminOptions> = async (
  app,
  { invitations },
) => {
  app.get('/', {
    schema: {
      summary: 'List invitations',
      querystring: InvitationQuerySchema,
      response: { 200: InvitationPageSchema },
    },
    handler: ({ query }) => invitations.page(query),
  })

  app.get('/links.csv', {
    schema: { summary: 'Download the links of all open invitations as CSV', response: { 200: CsvSchema } },
    handler: async ({ actor }, reply) => {
      const text = await invitations.linksCsv(actor)
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment('Invitation links', 'csv'))
      return reply.send(Readable.from(text, { objectMode: false }))
    },
  })

  app.post('/import', {
    // A hundred rows with every field at its limit.
    bodyLimit: 2 * 1024 * 1024,
    schema: {
      summary: 'Invite people, or say what would happen',
      body: ImportBatchSchema,
      response: { 200: ImportAnswerSchema },
    },
    handler: ({ actor, body }) => invitations.importRows(actor, body),
  })

  app.post('/:invitationId/link', {
    schema: { summary: 'Get the link of an invitation', params, response: { 200: InvitationLinkSchema } },
    handler: ({ actor, params: { invitationId } }) => invitations.link(actor, invitationId),
  })

  app.post('/:invitationId/resend', {
    config: { headers: IF_MATCH },
    schema: { summary: 'Send an invitation again', params, response: { 200: InvitationSchema } },
    handler: (request) =>
      invitations.resend(request.actor, request.params.invitationId, expectedVersion(request)),
  })

  app.post('/:invitationId/revocation', {
    config: { headers: IF_MATCH },
    schema: { summary: 'Revoke an invitation', params, response: { 200: InvitationSchema } },
    handler: (request) =>
      invitations.revoke(request.actor, request.params.invitationId, expectedVersion(request)),
  })

  app.post('/:invitationId/consent', {
    config: { headers: IF_MATCH },
    schema: {
      summary: 'Decide whether someone can join with another address',
      params,
      body: ConsentDecisionSchema,
      response: { 200: InvitationSchema },
    },
    handler: (request) =>
      invitations.decide(request.actor, request.params.invitationId, {
        version: expectedVersion(request),
        ...request.body,
      }),
  })
}

/** `/api/invitations`, for anyone with the link. A token is only ever in a body: addresses are logged. */
export const openInvitationRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { invitations }) => {
  app.post('/opened', {
    schema: {
      summary: 'Get an invitation by the token of its link',
      body: InvitationTokenSchema,
      response: { 200: OpenedInvitationSchema },
    },
    handler: ({ body }) => invitations.open(body.token),
  })
}

/** `/api/invitations`, for people with a verified email, also while they are no active members. */
export const invitedPersonRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { invitations }) => {
  app.post('/consent-request', {
    schema: {
      summary: 'Ask to use an invitation with another address',
      body: InvitationTokenSchema,
      response: { 200: OpenedInvitationSchema },
    },
    handler: ({ actor, body }) => invitations.requestConsent(actor, body.token),
  })

  app.get('/imported-profile', {
    schema: {
      summary: 'Get the profile fields that came with your invitation',
      response: { 200: ImportedProfileSchema },
    },
    handler: ({ actor }) => invitations.importedProfile(actor),
  })
}
