import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { type PublicTexts, PublicTextsSchema } from '#shared/community-settings.ts'

interface Options {
  texts: () => Promise<PublicTexts>
}

/** `/api/public/texts`: the community's own texts, for anyone. */
export const publicTextRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { texts }) => {
  app.get('/', {
    schema: { summary: 'Get the texts of the community', response: { 200: PublicTextsSchema } },
    handler: () => texts(),
  })
}
