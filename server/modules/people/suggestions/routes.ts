import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { peopleApi } from '#shared/people/api.ts'

import type { SuggestionService } from './service.ts'

/** `/api/suggestions` */
export const suggestionRoutes: FastifyPluginAsyncTypebox<{ suggestions: SuggestionService }> = async (
  app,
  { suggestions },
) => {
  app.get('/', {
    schema: peopleApi['GET /api/suggestions'],
    handler: ({ actor, query }) => suggestions.list(actor, query.chapter),
  })

  app.put('/:memberId/dismissal', {
    schema: peopleApi['PUT /api/suggestions/:memberId/dismissal'],
    handler: ({ actor, params: { memberId } }) => suggestions.dismiss(actor.id, memberId),
  })

  app.delete('/:memberId/dismissal', {
    schema: peopleApi['DELETE /api/suggestions/:memberId/dismissal'],
    handler: ({ actor, params: { memberId } }) => suggestions.undoDismissal(actor.id, memberId),
  })
}
