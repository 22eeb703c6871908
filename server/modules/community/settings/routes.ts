import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { communityApi } from '#shared/community/api.ts'

import type { PublicSettings } from './public.ts'

interface Options {
  publicSettings: PublicSettings
}

/** `/api/public/texts`: the community's own texts, for anyone. */
export const publicTextRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { publicSettings }) => {
  app.get('/', {
    schema: communityApi['GET /api/public/texts'],
    handler: async () => (await publicSettings()).texts,
  })
}
