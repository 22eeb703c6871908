import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { IMAGE_TYPE } from '#shared/image-rules.ts'
import { CursorQuerySchema, IdSchema } from '#shared/page.ts'
import {
  OwnReportPageSchema,
  OwnReportSchema,
  ReportDecisionSchema,
  ReportDetailsSchema,
  ReportEditSchema,
  ReportListQuerySchema,
  ReportPageSchema,
  WarningsSchema,
} from '#shared/reports.ts'
import { expectedVersion, IF_MATCH } from '#server/http/if-match.ts'

import type { ReportQueue } from './queue.ts'
import type { ReportService } from './service.ts'

const params = Type.Object({ reportId: IdSchema })

/** `/api/moderation`, for members. */
export const reportRoutes: FastifyPluginAsyncTypebox<{ reports: ReportService }> = async (
  app,
  { reports },
) => {
  app.post('/reports', {
    schema: {
      summary: 'Report content to the admins',
      body: ReportEditSchema,
      response: { 201: OwnReportSchema },
    },
    handler: async ({ actor, body }, reply) => reply.code(201).send(await reports.send(actor, body)),
  })

  app.get('/reports', {
    schema: {
      summary: 'List your reports and what became of them',
      querystring: CursorQuerySchema,
      response: { 200: OwnReportPageSchema },
    },
    handler: ({ actor, query }) => reports.list(actor.id, query.cursor),
  })

  app.get('/warnings', {
    schema: {
      summary: 'List the warnings that you have to acknowledge',
      response: { 200: WarningsSchema },
    },
    handler: async ({ actor }) => ({ items: await reports.warnings(actor.id) }),
  })

  app.post('/warnings/:reportId/acknowledgement', {
    schema: { summary: 'Acknowledge a warning', params, response: { 204: Type.Null() } },
    handler: async ({ actor, params: { reportId } }, reply) => {
      await reports.acknowledge(actor.id, reportId)
      return reply.code(204).send(null)
    },
  })
}

const PictureSchema = { content: { [IMAGE_TYPE]: { schema: Type.Unsafe<Buffer>({}) } } }

/** `/api/admin/reports`, only in the admin scope. */
export const adminReportRoutes: FastifyPluginAsyncTypebox<{ queue: ReportQueue }> = async (
  app,
  { queue },
) => {
  app.get('/', {
    schema: {
      summary: 'List open or decided reports',
      querystring: ReportListQuerySchema,
      response: { 200: ReportPageSchema },
    },
    handler: ({ actor, query: { state = 'open', cursor } }) => queue.list(actor, state, cursor),
  })

  app.get('/:reportId', {
    schema: {
      summary: 'Get a report, with the content as it was and as it is now',
      params,
      response: { 200: ReportDetailsSchema },
    },
    handler: ({ actor, params: { reportId } }) => queue.details(actor, reportId),
  })

  app.get('/:reportId/picture', {
    schema: { summary: 'Get the picture as it was reported', params, response: { 200: PictureSchema } },
    handler: async ({ actor, params: { reportId } }, reply) =>
      reply.type(IMAGE_TYPE).send(await queue.picture(actor, reportId)),
  })

  app.post('/:reportId/decision', {
    config: { headers: IF_MATCH },
    schema: {
      summary: 'Decide a report',
      params,
      body: ReportDecisionSchema,
      response: { 204: Type.Null() },
    },
    handler: async (request, reply) => {
      const {
        actor,
        params: { reportId },
        body,
      } = request
      await queue.decide(actor, reportId, expectedVersion(request), body)
      return reply.code(204).send(null)
    },
  })

  app.post('/:reportId/restoration', {
    config: { headers: IF_MATCH },
    schema: { summary: 'Show again what a report has hidden', params, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await queue.restore(request.actor, request.params.reportId, expectedVersion(request))
      return reply.code(204).send(null)
    },
  })
}
