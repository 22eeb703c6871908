import { Readable } from 'node:stream'

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { AuditDetailsSchema, AuditFilterSchema, AuditPageSchema, AuditQuerySchema } from '#shared/admin.ts'
import { IdSchema } from '#shared/page.ts'
import { attachment } from '#server/http/attachment.ts'

import type { AdminAuditLog } from './service.ts'

const CsvSchema = { content: { 'text/csv': { schema: Type.Unsafe<Readable>(Type.String()) } } }

/** `/api/admin/audit`, only in the admin scope. */
export const auditRoutes: FastifyPluginAsyncTypebox<{ auditLog: AdminAuditLog }> = async (
  app,
  { auditLog },
) => {
  app.get('/', {
    schema: {
      summary: 'List the audit log by filters',
      querystring: AuditQuerySchema,
      response: { 200: AuditPageSchema },
    },
    handler: ({ actor, query: { cursor, ...filter } }) => auditLog.page(actor, filter, cursor),
  })

  app.get('/export.csv', {
    schema: {
      summary: 'Download the audit log as CSV',
      querystring: AuditFilterSchema,
      response: { 200: CsvSchema },
    },
    handler: async ({ actor, query }, reply) => {
      const text = await auditLog.csv(actor, query)
      reply.type('text/csv; charset=utf-8').header('content-disposition', attachment('Audit log', 'csv'))
      return reply.send(Readable.from(text, { objectMode: false }))
    },
  })

  app.get('/:entryId', {
    schema: {
      summary: 'Get an entry of the audit log with what it changed',
      params: Type.Object({ entryId: IdSchema }),
      response: { 200: AuditDetailsSchema },
    },
    handler: ({ params: { entryId } }) => auditLog.entry(entryId),
  })
}
