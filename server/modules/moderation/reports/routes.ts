import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { moderationApi } from '#shared/moderation/api.ts'
import { IMAGE_TYPE } from '#shared/lib/image-rules.ts'
import { expectedVersion, IF_MATCH } from '#server/http/checks/if-match.ts'

import type { ReportQueue } from './queue.ts'
import type { ReportService } from './service.ts'

/** `/api/moderation`, for members. */
export const reportRoutes: FastifyPluginAsyncTypebox<{ reports: ReportService }> = async (
  app,
  { reports },
) => {
  app.post('/reports', {
    schema: moderationApi['POST /api/moderation/reports'],
    handler: ({ actor, body }) => reports.send(actor, body),
  })

  app.get('/reports', {
    schema: moderationApi['GET /api/moderation/reports'],
    handler: ({ actor, query }) => reports.list(actor.id, query.cursor),
  })

  app.get('/warnings', {
    schema: moderationApi['GET /api/moderation/warnings'],
    handler: async ({ actor }) => ({ items: await reports.warnings(actor.id) }),
  })

  app.post('/warnings/:reportId/acknowledgement', {
    schema: moderationApi['POST /api/moderation/warnings/:reportId/acknowledgement'],
    handler: ({ actor, params: { reportId } }) => reports.acknowledge(actor.id, reportId),
  })
}

/** `/api/admin/reports`, only in the admin scope. */
export const adminReportRoutes: FastifyPluginAsyncTypebox<{ reportQueue: ReportQueue }> = async (
  app,
  { reportQueue: queue },
) => {
  app.get('/', {
    schema: moderationApi['GET /api/admin/reports'],
    handler: ({ actor, query: { state = 'open', cursor } }) => queue.list(actor, state, cursor),
  })

  app.get('/:reportId', {
    schema: moderationApi['GET /api/admin/reports/:reportId'],
    handler: ({ actor, params: { reportId } }) => queue.details(actor, reportId),
  })

  app.get('/:reportId/picture', {
    schema: moderationApi['GET /api/admin/reports/:reportId/picture'],
    handler: async ({ actor, params: { reportId } }, reply) =>
      reply.type(IMAGE_TYPE).send(await queue.picture(actor, reportId)),
  })

  app.post('/:reportId/decision', {
    config: { headers: IF_MATCH },
    schema: moderationApi['POST /api/admin/reports/:reportId/decision'],
    handler: (request) =>
      queue.decide(request.actor, request.params.reportId, expectedVersion(request), request.body),
  })

  app.post('/:reportId/restoration', {
    config: { headers: IF_MATCH },
    schema: moderationApi['POST /api/admin/reports/:reportId/restoration'],
    handler: (request) => queue.restore(request.actor, request.params.reportId, expectedVersion(request)),
  })
}
