import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { meetingsApi } from '#shared/meetings/api.ts'
import { expectedVersion, IF_MATCH } from '#server/http/checks/if-match.ts'

import type { AvailabilityService } from './service.ts'

interface Options {
  availability: AvailabilityService
}

/** `/api/me/availability` */
export const availabilityRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { availability }) => {
  app.get('/availability', {
    schema: meetingsApi['GET /api/me/availability'],
    handler: ({ actor }) => availability.own(actor.id),
  })

  app.put('/availability', {
    config: { headers: IF_MATCH },
    schema: meetingsApi['PUT /api/me/availability'],
    handler: (request) => availability.save(request.actor.id, expectedVersion(request), request.body),
  })
}

/** `/api/meetings/best-times` */
export const bestTimesRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { availability }) => {
  app.post('/best-times', {
    schema: meetingsApi['POST /api/meetings/best-times'],
    handler: ({ actor, body }) => availability.bestTimes(actor.id, body),
  })
}
