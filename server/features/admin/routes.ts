import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import {
  type AuditPage,
  AuditPageSchema,
  type MemberRecordPage,
  MemberRecordPageSchema,
} from '#shared/admin.ts'
import { CursorQuerySchema } from '#shared/page.ts'

interface Options {
  /** Both newest first. */
  members: (cursor?: string) => Promise<MemberRecordPage>
  auditLog: (cursor?: string) => Promise<AuditPage>
}

/** `/api/admin`, only in the admin scope. */
export const adminRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { members, auditLog }) => {
  app.get('/members', {
    schema: {
      summary: 'List all members',
      querystring: CursorQuerySchema,
      response: { 200: MemberRecordPageSchema },
    },
    handler: ({ query }) => members(query.cursor),
  })

  app.get('/audit', {
    schema: {
      summary: 'List the audit log',
      querystring: CursorQuerySchema,
      response: { 200: AuditPageSchema },
    },
    handler: ({ query }) => auditLog(query.cursor),
  })
}
