import { Readable } from 'node:stream'

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { AdminViewsSchema, type Deletion, DeletionSchema, AccountDataSchema } from '#shared/account-data.ts'
import type { Actor } from '#server/features/session/types.ts'

import { exportText } from './export-text.ts'
import type { AccountDataService } from './service.ts'

interface Options {
  accountData: AccountDataService
  members: {
    deleteAccount: (actor: Actor) => Promise<Deletion>
    keepAccount: (actor: Actor) => Promise<void>
  }
}

/** Routes that require a recent sign-in. */
export const accountDataRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { accountData, members },
) => {
  app.post('/export', {
    schema: {
      summary: 'Download all of your data',
      response: { 200: Type.Unsafe<Readable>(AccountDataSchema) },
    },
    async handler({ actor }, reply) {
      const exported = await accountData.exportAccount(actor)
      const text = exportText(exported, (part, schema) => reply.serializeInput(part, schema))
      reply.header('content-disposition', 'attachment; filename="my-data.json"')
      reply.type('application/json; charset=utf-8')
      return reply.send(Readable.from(text, { objectMode: false }))
    },
  })

  app.post('/deletion', {
    schema: { summary: 'Delete your account after a grace period', response: { 200: DeletionSchema } },
    handler: ({ actor }) => members.deleteAccount(actor),
  })
}

/** What requires no recent sign-in. */
export const ownAccountRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { accountData, members }) => {
  app.get('/admin-views', {
    schema: {
      summary: 'List when admins looked at what is private of you',
      response: { 200: AdminViewsSchema },
    },
    handler: ({ actor }) => accountData.adminViews(actor),
  })

  app.delete('/deletion', {
    schema: { summary: 'Keep the account that was to be deleted', response: { 204: Type.Null() } },
    async handler({ actor }, reply) {
      await members.keepAccount(actor)
      return reply.code(204).send(null)
    },
  })
}
