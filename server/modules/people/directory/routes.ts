import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { peopleApi } from '#shared/people/api.ts'

import type { DirectoryService } from './service.ts'

/** `/api/directory` */
export const directoryRoutes: FastifyPluginAsyncTypebox<{ directory: DirectoryService }> = async (
  app,
  { directory },
) => {
  app.get('/', {
    schema: peopleApi['GET /api/directory'],
    handler: ({ actor, query }) => directory.page(actor, query),
  })

  app.get('/facets', {
    schema: peopleApi['GET /api/directory/facets'],
    handler: ({ actor }) => directory.facets(actor.id),
  })
}
