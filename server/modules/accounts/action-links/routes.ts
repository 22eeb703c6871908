import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { accountsApi } from '#shared/accounts/api.ts'

import type { ActionLinkService } from './service.ts'

/** `/api/action-links`. The code of the link is the only proof: its owner need not be signed in. */
export const actionLinkRoutes: FastifyPluginAsyncTypebox<{ actionLinks: ActionLinkService }> = async (
  app,
  { actionLinks },
) => {
  app.post('/opened', {
    schema: accountsApi['POST /api/action-links/opened'],
    handler: ({ body }) => actionLinks.opened(body.code),
  })

  app.post('/password', {
    schema: accountsApi['POST /api/action-links/password'],
    handler: ({ body, id }) => actionLinks.setPassword(body.code, body.password, id),
  })

  app.post('/disowned', {
    schema: accountsApi['POST /api/action-links/disowned'],
    handler: ({ body, id }) => actionLinks.disown(body.code, id),
  })

  app.post('/restored', {
    schema: accountsApi['POST /api/action-links/restored'],
    handler: ({ body, id }) => actionLinks.restore(body.code, id),
  })
}
