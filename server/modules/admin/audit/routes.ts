import { Readable } from 'node:stream'

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import * as m from '#shared/admin/messages.ts'
import { adminApi } from '#shared/admin/api.ts'
import { attachment } from '#server/http/attachment.ts'

import type { AdminAuditLog } from './service.ts'

/** `/api/admin/audit`, only in the admin scope. */
export const auditRoutes: FastifyPluginAsyncTypebox<{ auditLog: AdminAuditLog }> = async (
  app,
  { auditLog },
) => {
  app.get('/', {
    schema: adminApi['GET /api/admin/audit'],
    handler: ({ actor, query: { cursor, ...filter } }) => auditLog.page(actor, filter, cursor),
  })

  app.get('/export.csv', {
    schema: adminApi['GET /api/admin/audit/export.csv'],
    handler: async ({ actor, query }, reply) => {
      const text = await auditLog.csv(actor, query)
      reply.type('text/csv; charset=utf-8').header('content-disposition', attachment(m.auditTitle(), 'csv'))
      return reply.send(Readable.from(text, { objectMode: false }))
    },
  })

  app.get('/:entryId', {
    schema: adminApi['GET /api/admin/audit/:entryId'],
    handler: ({ params: { entryId } }) => auditLog.entry(entryId),
  })
}
