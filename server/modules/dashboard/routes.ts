import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { dashboardApi } from '#shared/dashboard/api.ts'

import type { DashboardService } from './service.ts'

export const dashboardRoutes: FastifyPluginAsyncTypebox<{ dashboard: DashboardService }> = async (
  app,
  { dashboard },
) => {
  app.get('/', {
    schema: dashboardApi['GET /api/dashboard'],
    handler: ({ actor }) => dashboard.get(actor),
  })
}
