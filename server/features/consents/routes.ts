import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { AgreementSchema, OwnConsentSchema } from '#shared/consent.ts'

import type { ConsentService } from './service.ts'

/** `/api/me/consent`. */
export const consentRoutes: FastifyPluginAsyncTypebox<{ consents: ConsentService }> = async (
  app,
  { consents },
) => {
  app.get('/', {
    schema: { summary: 'Get what you are asked to agree to', response: { 200: OwnConsentSchema } },
    handler: ({ actor }) => consents.own(actor),
  })

  app.put('/', {
    schema: { summary: 'Agree', body: AgreementSchema, response: { 204: Type.Null() } },
    handler: async ({ actor, body }, reply) => {
      await consents.agree(actor, body.version)
      return reply.code(204).send(null)
    },
  })
}
