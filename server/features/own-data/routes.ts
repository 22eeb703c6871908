import { Readable } from 'node:stream'

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { type Deletion, DeletionSchema, OwnDataSchema } from '#shared/own-data.ts'
import type { Actor } from '#server/lib/actor.ts'

import { exportText } from './export-text.ts'
import type { OwnDataService } from './service.ts'

interface Options {
  ownData: OwnDataService
  members: {
    askDeletion: (actor: Actor) => Promise<Deletion>
    takeBackDeletion: (actor: Actor) => Promise<void>
  }
}

/** What asks for a recent sign-in. */
export const ownDataRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { ownData, members }) => {
  app.post('/export', {
    schema: { response: { 200: Type.Unsafe<Readable>(OwnDataSchema) } },
    async handler({ actor }, reply) {
      const exported = await ownData.exportOf(actor)
      const text = exportText(exported, (part, schema) => reply.serializeInput(part, schema))
      reply.header('content-disposition', 'attachment; filename="my-data.json"')
      reply.type('application/json; charset=utf-8')
      return reply.send(Readable.from(text, { objectMode: false }))
    },
  })

  app.post('/deletion', {
    schema: { response: { 200: DeletionSchema } },
    handler: ({ actor }) => members.askDeletion(actor),
  })
}

/** Who wants to stay is not asked to prove anything again. */
export const stayingRoutes: FastifyPluginAsyncTypebox<Pick<Options, 'members'>> = async (
  app,
  { members },
) => {
  app.delete('/deletion', {
    schema: { response: { 204: Type.Null() } },
    async handler({ actor }, reply) {
      await members.takeBackDeletion(actor)
      return reply.code(204).send(null)
    },
  })
}
