import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { type AuditPage, AuditPageSchema } from '#shared/admin.ts'
import { type Overview, OverviewSchema } from '#shared/admin-overview.ts'
import { CursorQuerySchema } from '#shared/page.ts'
import type { Actor } from '#server/features/session/types.ts'

interface Options {
  overview: (admin: Actor) => Promise<Overview>
  /** Newest first. */
  auditLog: (cursor?: string) => Promise<AuditPage>
}

/** `/api/admin`, only in the admin scope. Each section with more than one route has a folder and routes of its own. */
export const adminRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { overview, auditLog }) => {
  app.get('/overview', {
    schema: {
      summary: 'Get what waits for an admin, and how the community is doing',
      response: { 200: OverviewSchema },
    },
    handler: ({ actor }) => overview(actor),
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
