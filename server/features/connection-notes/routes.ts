import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { PrivateNoteEditSchema, PrivateNoteSchema } from '#shared/connections.ts'
import { IdSchema } from '#shared/page.ts'
import { expectedVersion, IF_MATCH } from '#server/http/if-match.ts'

import type { ConnectionNoteService } from './service.ts'

const params = Type.Object({ connectionId: IdSchema })

/** `/api/connections/:connectionId/note` */
export const connectionNoteRoutes: FastifyPluginAsyncTypebox<{ notes: ConnectionNoteService }> = async (
  app,
  { notes },
) => {
  app.get('/:connectionId/note', {
    schema: {
      summary: 'Get your private note on a connection',
      params,
      response: { 200: PrivateNoteSchema },
    },
    handler: ({ actor, params: { connectionId } }) => notes.note(actor.id, connectionId),
  })

  app.put('/:connectionId/note', {
    // The longest text in four-byte characters, plus the JSON around it.
    bodyLimit: 32 * 1024,
    config: { headers: IF_MATCH },
    schema: {
      summary: 'Save your private note on a connection',
      params,
      body: PrivateNoteEditSchema,
      response: { 200: PrivateNoteSchema },
    },
    handler: (request) =>
      notes.write(request.actor.id, request.params.connectionId, expectedVersion(request), request.body),
  })
}
