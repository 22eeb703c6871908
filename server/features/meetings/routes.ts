import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { MeetingPageSchema } from '#shared/meetings.ts'
import { CursorQuerySchema } from '#shared/page.ts'

import type { MeetingService } from './service.ts'

export const meetingRoutes: FastifyPluginAsyncTypebox<{ meetings: MeetingService }> = async (
  app,
  { meetings },
) => {
  app.get('/', {
    schema: {
      summary: 'List your growth meetings',
      querystring: CursorQuerySchema,
      response: { 200: MeetingPageSchema },
    },
    handler: ({ actor, query }) => meetings.ofMember(actor.id, query.cursor),
  })
}
