import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { DirectoryFacetsSchema, DirectoryPageSchema, DirectoryQuerySchema } from '#shared/directory.ts'

import type { DirectoryService } from './service.ts'

/** `/api/directory` */
export const directoryRoutes: FastifyPluginAsyncTypebox<{ directory: DirectoryService }> = async (
  app,
  { directory },
) => {
  app.get('/', {
    schema: {
      summary: 'List members by search and filters',
      querystring: DirectoryQuerySchema,
      response: { 200: DirectoryPageSchema },
    },
    handler: ({ actor, query }) => directory.page(actor.id, query),
  })

  app.get('/facets', {
    schema: { summary: 'List the directory’s filters', response: { 200: DirectoryFacetsSchema } },
    handler: ({ actor }) => directory.facets(actor.id),
  })
}
