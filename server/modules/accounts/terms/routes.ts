import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { accountsApi } from '#shared/accounts/api.ts'

import type { TermsService } from './service.ts'

/** `/api/me/agreement`. */
export const termsRoutes: FastifyPluginAsyncTypebox<{ terms: TermsService }> = async (app, { terms }) => {
  app.get('/', {
    schema: accountsApi['GET /api/me/agreement'],
    handler: ({ actor }) => terms.own(actor),
  })

  app.put('/', {
    schema: accountsApi['PUT /api/me/agreement'],
    handler: ({ actor, body }) => terms.agree(actor, body.version),
  })
}
