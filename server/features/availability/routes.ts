import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { AvailabilityEditSchema, AvailabilitySchema } from '#shared/availability.ts'
import { BestTimesQuerySchema, BestTimesSchema } from '#shared/meetings.ts'
import { expectedVersion, IF_MATCH } from '#server/http/if-match.ts'

import type { AvailabilityService } from './service.ts'

interface Options {
  availability: AvailabilityService
}

/** `/api/me/availability` */
export const availabilityRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { availability }) => {
  app.get('/availability', {
    schema: { summary: 'Get your availability', response: { 200: AvailabilitySchema } },
    handler: ({ actor }) => availability.own(actor.id),
  })

  app.put('/availability', {
    config: { headers: IF_MATCH },
    schema: {
      summary: 'Save your availability',
      body: AvailabilityEditSchema,
      response: { 200: AvailabilitySchema },
    },
    handler: (request) => availability.save(request.actor.id, expectedVersion(request), request.body),
  })
}

/** `/api/meetings/best-times` */
export const bestTimesRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { availability }) => {
  app.post('/best-times', {
    schema: {
      summary: 'Find times that suit you and some of your connections',
      body: BestTimesQuerySchema,
      response: { 200: BestTimesSchema },
    },
    handler: ({ actor, body }) => availability.bestTimes(actor.id, body),
  })
}
