import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { peopleApi } from '#shared/people/api.ts'
import { expectedVersion, IF_MATCH } from '#server/http/checks/if-match.ts'

import type { ConnectionNoteService } from './service.ts'

/** `/api/connections/:connectionId/note` */
export const connectionNoteRoutes: FastifyPluginAsyncTypebox<{ notes: ConnectionNoteService }> = async (
  app,
  { notes },
) => {
  app.get('/:connectionId/note', {
    schema: peopleApi['GET /api/connections/:connectionId/note'],
    handler: ({ actor, params: { connectionId } }) => notes.note(actor.id, connectionId),
  })

  app.put('/:connectionId/note', {
    // The longest text in four-byte characters, plus the JSON around it.
    bodyLimit: 32 * 1024,
    config: { headers: IF_MATCH },
    schema: peopleApi['PUT /api/connections/:connectionId/note'],
    handler: (request) =>
      notes.write(request.actor.id, request.params.connectionId, expectedVersion(request), request.body),
  })
}
