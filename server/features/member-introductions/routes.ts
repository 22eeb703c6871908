import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import {
  AskedIntroductionSchema,
  MadeIntroductionSchema,
  MemberIntroductionsSchema,
  NewMemberIntroductionSchema,
} from '#shared/member-introductions.ts'
import { IdSchema } from '#shared/page.ts'
import { IdempotencyKeyHeaderSchema } from '#server/http/idempotency-key.ts'

import type { MemberIntroductionService } from './service.ts'

interface Options {
  memberIntroductions: MemberIntroductionService
}

const params = Type.Object({ introductionId: IdSchema })

/** `/api/member-introductions` */
export const memberIntroductionRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { memberIntroductions },
) => {
  app.get('/', {
    schema: {
      summary: 'List introductions that you made or that you are asked about',
      response: { 200: MemberIntroductionsSchema },
    },
    handler: ({ actor }) => memberIntroductions.list(actor.id),
  })

  app.post('/', {
    schema: {
      summary: 'Introduce two of your connections to each other',
      headers: IdempotencyKeyHeaderSchema,
      body: NewMemberIntroductionSchema,
      response: { 201: MadeIntroductionSchema },
    },
    handler: async ({ actor, body, headers }, reply) =>
      reply.code(201).send(await memberIntroductions.introduce(actor.id, body, headers['idempotency-key'])),
  })

  app.post('/:introductionId/accept', {
    schema: { summary: 'Accept an introduction', params, response: { 200: AskedIntroductionSchema } },
    handler: ({ actor, params: { introductionId } }) => memberIntroductions.accept(actor.id, introductionId),
  })

  app.post('/:introductionId/decline', {
    schema: { summary: 'Decline an introduction', params, response: { 204: Type.Null() } },
    handler: async ({ actor, params: { introductionId } }, reply) => {
      await memberIntroductions.decline(actor.id, introductionId)
      return reply.code(204).send(null)
    },
  })
}
