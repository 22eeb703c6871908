import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import {
  ErrorGroupDetailsSchema,
  ErrorGroupPageSchema,
  ErrorGroupQuerySchema,
  ErrorSampleSchema,
  ErrorStateEditSchema,
} from '#shared/client-error-groups.ts'
import { IdSchema } from '#shared/page.ts'
import { expectedVersion, IF_MATCH } from '#server/http/if-match.ts'

import type { ErrorGroupService } from './service.ts'

const params = Type.Object({ fingerprint: IdSchema })

/** `/api/admin/client-errors`, only in the admin scope. */
export const errorGroupRoutes: FastifyPluginAsyncTypebox<{ groups: ErrorGroupService }> = async (
  app,
  { groups },
) => {
  app.get('/', {
    schema: {
      summary:
        'List client errors in groups, or find some by a code, a request id, an email or a fingerprint',
      querystring: ErrorGroupQuerySchema,
      response: { 200: ErrorGroupPageSchema },
    },
    handler: ({ query }) => groups.list(query),
  })

  app.get('/:fingerprint', {
    schema: {
      summary: 'Get a group of client errors, by release and browser',
      params,
      response: { 200: ErrorGroupDetailsSchema },
    },
    handler: ({ params: { fingerprint } }) => groups.details(fingerprint),
  })

  app.get('/:fingerprint/samples/:entryId', {
    schema: {
      summary: 'Get one client error, with its source code and the member’s other requests',
      params: Type.Object({ ...params.properties, entryId: IdSchema }),
      response: { 200: ErrorSampleSchema },
    },
    handler: ({ params: { fingerprint, entryId } }) => groups.sample(fingerprint, entryId),
  })

  app.put('/:fingerprint/state', {
    config: { headers: IF_MATCH },
    schema: {
      summary: 'Resolve, ignore or reopen a group of client errors',
      params,
      body: ErrorStateEditSchema,
      response: { 204: Type.Null() },
    },
    handler: async (request, reply) => {
      const {
        actor,
        params: { fingerprint },
        body: { state },
      } = request
      await groups.changeState(actor, fingerprint, expectedVersion(request), state)
      return reply.code(204).send(null)
    },
  })
}
