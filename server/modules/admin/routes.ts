import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { adminApi } from '#shared/admin/api.ts'

import type { OverviewService } from './overview/service.ts'

interface Options {
  overview: OverviewService
}

/** `/api/admin`, only in the admin scope. Each section with more than one route has its own folder and routes. */
export const adminRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { overview }) => {
  app.get('/overview', {
    schema: adminApi['GET /api/admin/overview'],
    handler: () => overview.get(),
  })
  app.get('/tasks', {
    schema: adminApi['GET /api/admin/tasks'],
    handler: ({ actor }) => overview.tasks(actor),
  })
}
