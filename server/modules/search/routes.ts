import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { searchApi } from '#shared/search/api.ts'

import type { SearchService } from './service.ts'

/** `/api/search` */
export const searchRoutes: FastifyPluginAsyncTypebox<{ search: SearchService }> = async (app, { search }) => {
  app.get('/', {
    schema: searchApi['GET /api/search'],
    handler: ({ actor, query }) => search.find(actor, query),
  })
}
