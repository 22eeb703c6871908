import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { MemberProfileSchema, OwnProfileSchema, ProfileEditSchema } from '#shared/members.ts'
import { IdSchema } from '#shared/page.ts'
import { VIEWERS } from '#shared/profile.ts'
import { expectedVersion, IF_MATCH } from '#server/http/if-match.ts'

import type { MemberService } from './service.ts'

/** `/api/me`, also for suspended and pending members. */
export const ownRecordRoutes: FastifyPluginAsyncTypebox<{ members: MemberService }> = async (
  app,
  { members },
) => {
  app.get('/', {
    schema: { summary: 'Get your own profile', response: { 200: OwnProfileSchema } },
    handler: ({ actor }) => members.ownProfile(actor),
  })
}

/** `/api/me`, for active members. */
export const ownProfileRoutes: FastifyPluginAsyncTypebox<{ members: MemberService }> = async (
  app,
  { members },
) => {
  app.put('/', {
    // Every text at its limit in four-byte characters, plus the JSON around it.
    bodyLimit: 64 * 1024,
    config: { headers: IF_MATCH },
    schema: { summary: 'Edit your profile', body: ProfileEditSchema, response: { 200: OwnProfileSchema } },
    handler: (request) => members.edit(request.actor, expectedVersion(request), request.body),
  })

  app.post('/asks/:askId/renewal', {
    schema: {
      summary: 'Renew an ask',
      params: Type.Object({ askId: IdSchema }),
      response: { 200: OwnProfileSchema },
    },
    handler: ({ actor, params }) => members.renewAsk(actor, params.askId),
  })

  app.get('/view-as/:viewer', {
    schema: {
      summary: 'Preview your profile as others',
      params: Type.Object({ viewer: Type.Enum([...VIEWERS]) }),
      response: { 200: MemberProfileSchema },
    },
    handler: ({ actor, params }) => members.viewAs(actor, params.viewer),
  })

  app.post('/onboarded', {
    schema: { summary: 'Finish onboarding', response: { 204: Type.Null() } },
    handler: async ({ actor }, reply) => {
      await members.finishOnboarding(actor)
      return reply.code(204).send(null)
    },
  })
}

/** `/api/members`: other members, as the viewer may see them. */
export const memberRoutes: FastifyPluginAsyncTypebox<{ members: MemberService }> = async (
  app,
  { members },
) => {
  app.get('/:memberId', {
    schema: {
      summary: 'Get a member’s profile',
      params: Type.Object({ memberId: IdSchema }),
      response: { 200: MemberProfileSchema },
    },
    handler: ({ actor, params }) => members.profile(actor, params.memberId),
  })
}
