import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { BlockedMembersSchema } from '#shared/connections.ts'
import { IdSchema } from '#shared/page.ts'

import type { BlockService } from './service.ts'

const ofMember = { params: Type.Object({ memberId: IdSchema }), response: { 204: Type.Null() } }

export const blockRoutes: FastifyPluginAsyncTypebox<{ blocks: BlockService }> = async (app, { blocks }) => {
  app.get('/', {
    schema: { summary: 'List blocked members', response: { 200: BlockedMembersSchema } },
    handler: ({ actor }) => blocks.list(actor.id),
  })

  app.put('/:memberId', {
    schema: { summary: 'Block a member', ...ofMember },
    handler: async ({ actor, params }, reply) => {
      await blocks.block(actor.id, params.memberId)
      return reply.code(204).send(null)
    },
  })

  app.delete('/:memberId', {
    schema: { summary: 'Unblock a member', ...ofMember },
    handler: async ({ actor, params }, reply) => {
      await blocks.unblock(actor.id, params.memberId)
      return reply.code(204).send(null)
    },
  })
}
