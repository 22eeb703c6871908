import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { DashboardSchema } from '#shared/dashboard.ts'

import type { DashboardService } from './service.ts'

export const dashboardRoutes: FastifyPluginAsyncTypebox<{ dashboard: DashboardService }> = async (
  app,
  { dashboard },
) => {
  app.get('/', {
    schema: { summary: 'Get your dashboard', response: { 200: DashboardSchema } },
    handler: ({ actor }) => dashboard.get(actor),
  })
}
