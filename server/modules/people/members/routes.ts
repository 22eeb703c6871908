import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { peopleApi } from '#shared/people/api.ts'
import { expectedVersion, IF_MATCH } from '#server/http/checks/if-match.ts'

import type { ProfileEditor } from './editor.ts'
import type { MemberService } from './service.ts'

interface OwnProfileOptions {
  members: MemberService
  profileEditor: ProfileEditor
}

/** `/api/me`, also for suspended and pending members. */
export const ownRecordRoutes: FastifyPluginAsyncTypebox<{ members: MemberService }> = async (
  app,
  { members },
) => {
  app.get('/', {
    schema: peopleApi['GET /api/me'],
    handler: ({ actor }) => members.ownProfile(actor),
  })
}

/** `/api/me`, for active members. */
export const ownProfileRoutes: FastifyPluginAsyncTypebox<OwnProfileOptions> = async (
  app,
  { members, profileEditor },
) => {
  app.put('/', {
    // Every text at its limit in four-byte characters, plus the JSON around it.
    bodyLimit: 64 * 1024,
    config: { headers: IF_MATCH },
    schema: peopleApi['PUT /api/me'],
    handler: (request) => profileEditor.edit(request.actor, expectedVersion(request), request.body),
  })

  app.post('/asks/:askId/renewal', {
    schema: peopleApi['POST /api/me/asks/:askId/renewal'],
    handler: ({ actor, params }) => profileEditor.renewAsk(actor, params.askId),
  })

  app.get('/view-as/:viewer', {
    schema: peopleApi['GET /api/me/view-as/:viewer'],
    handler: ({ actor, params }) => members.viewAs(actor, params.viewer),
  })

  app.post('/onboarded', {
    schema: peopleApi['POST /api/me/onboarded'],
    handler: ({ actor }) => profileEditor.finishOnboarding(actor),
  })

  app.post('/first-steps-dismissed', {
    schema: peopleApi['POST /api/me/first-steps-dismissed'],
    handler: ({ actor }) => profileEditor.dismissFirstSteps(actor),
  })
}

/** `/api/members`: other members, as the viewer may see them. */
export const memberRoutes: FastifyPluginAsyncTypebox<{ members: MemberService }> = async (
  app,
  { members },
) => {
  app.get('/:memberId', {
    schema: peopleApi['GET /api/members/:memberId'],
    handler: ({ actor, params }) => members.profile(actor, params.memberId),
  })
}
