import { Readable } from 'node:stream'

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { accountsApi } from '#shared/accounts/api.ts'
import type { People } from '#server/modules/people/module.ts'

import { exportSchema, exportText } from './export-text.ts'
import type { AccountDataService } from './service.ts'

type Json = Record<string, unknown>

interface Options {
  accountData: AccountDataService
  people: People
}

/** Routes that require a recent sign-in. */
export const accountDataRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { accountData, people }) => {
  app.post('/export', {
    schema: {
      ...accountsApi['POST /api/account/export'],
      // The client saves the file and reads none of it, so only the server knows the parts.
      response: { 200: Type.Unsafe<unknown>(exportSchema(accountData.exportedParts())) },
    },
    async handler({ actor }, reply) {
      const exported = await accountData.exportAccount(actor)
      const text = exportText(exported, (part, schema) =>
        reply.serializeInput(part as Json, schema as object as Json),
      )
      reply.header('content-disposition', 'attachment; filename="my-data.json"')
      reply.type('application/json; charset=utf-8')
      return reply.send(Readable.from(text, { objectMode: false }))
    },
  })

  app.post('/deletion', {
    schema: accountsApi['POST /api/account/deletion'],
    handler: ({ actor }) => people.deletion.deleteAccount(actor),
  })
}

/** Routes that require no recent sign-in. */
export const ownAccountRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { accountData, people }) => {
  app.get('/admin-views', {
    schema: accountsApi['GET /api/account/admin-views'],
    handler: ({ actor }) => accountData.adminViews(actor),
  })

  app.delete('/deletion', {
    schema: accountsApi['DELETE /api/account/deletion'],
    handler: ({ actor }) => people.deletion.keepAccount(actor),
  })
}
