import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { operationsApi } from '#shared/operations/api.ts'
import { expectedVersion, IF_MATCH } from '#server/http/checks/if-match.ts'

import type { RequestHistory } from './request-history.ts'
import type { ErrorGroupService } from './service.ts'

/** `/api/admin/client-errors`, only in the admin scope. */
export const errorGroupRoutes: FastifyPluginAsyncTypebox<{ errorGroups: ErrorGroupService }> = async (
  app,
  { errorGroups: groups },
) => {
  app.get('/', {
    schema: operationsApi['GET /api/admin/client-errors'],
    handler: ({ query }) => groups.list(query),
  })

  app.get('/:fingerprint', {
    schema: operationsApi['GET /api/admin/client-errors/:fingerprint'],
    handler: ({ params: { fingerprint } }) => groups.details(fingerprint),
  })

  app.get('/:fingerprint/samples/:entryId', {
    schema: operationsApi['GET /api/admin/client-errors/:fingerprint/samples/:entryId'],
    handler: ({ params: { fingerprint, entryId } }) => groups.sample(fingerprint, entryId),
  })

  app.put('/:fingerprint/state', {
    config: { headers: IF_MATCH },
    schema: operationsApi['PUT /api/admin/client-errors/:fingerprint/state'],
    handler: (request) =>
      groups.changeState(
        request.actor,
        request.params.fingerprint,
        expectedVersion(request),
        request.body.state,
      ),
  })
}

/** Hook that runs after the answer to each request of a member. */
export const rememberRequest =
  (history: RequestHistory) =>
  (
    { id, actor, method, routeOptions: { url } }: FastifyRequest,
    reply: FastifyReply,
    done: () => void,
  ): void => {
    if (actor && url !== undefined)
      history.record({ id, member: actor.id, method, route: url, status: reply.statusCode })
    done()
  }
