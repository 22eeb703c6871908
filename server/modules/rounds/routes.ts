import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { roundsApi } from '#shared/rounds/api.ts'

import type { EmailedRounds } from './emailed.ts'
import type { LoneMembers } from './lone-members.ts'
import type { RoundParticipants } from './participants.ts'
import type { RoundService } from './service.ts'

/** `/api/rounds` */
export const roundRoutes: FastifyPluginAsyncTypebox<{ participants: RoundParticipants }> = async (
  app,
  { participants },
) => {
  app.get('/', {
    schema: roundsApi['GET /api/rounds'],
    handler: ({ actor }) => participants.list(actor.id),
  })

  app.put('/:roundId/opt-in', {
    schema: roundsApi['PUT /api/rounds/:roundId/opt-in'],
    handler: ({ actor, params, body }) => participants.optIn(actor.id, params.roundId, body),
  })

  app.delete('/:roundId/opt-in', {
    schema: roundsApi['DELETE /api/rounds/:roundId/opt-in'],
    handler: ({ actor, params }) => participants.optOut(actor.id, params.roundId),
  })

  app.delete('/every', {
    schema: roundsApi['DELETE /api/rounds/every'],
    handler: ({ actor }) => participants.stop(actor.id),
  })
}

/** `/api/organiser/rounds`: the services check who is an organiser or a lead. */
export const organiserRoundRoutes: FastifyPluginAsyncTypebox<{ rounds: RoundService }> = async (
  app,
  { rounds },
) => {
  app.get('/', {
    schema: roundsApi['GET /api/organiser/rounds'],
    handler: ({ actor, query }) => rounds.organising.list(actor, query.cursor),
  })

  app.post('/', {
    schema: roundsApi['POST /api/organiser/rounds'],
    async handler({ actor, headers, body }) {
      const id = await rounds.open(actor, body, headers['idempotency-key'])
      return rounds.organising.details(actor, id)
    },
  })

  app.get('/:roundId', {
    schema: roundsApi['GET /api/organiser/rounds/:roundId'],
    handler: ({ actor, params }) => rounds.organising.details(actor, params.roundId),
  })

  app.get('/:roundId/groups', {
    schema: roundsApi['GET /api/organiser/rounds/:roundId/groups'],
    handler: ({ actor, params, query }) => rounds.organising.groups(actor, params.roundId, query.cursor),
  })

  app.put('/:roundId/people/:memberId', {
    schema: roundsApi['PUT /api/organiser/rounds/:roundId/people/:memberId'],
    handler: ({ actor, params, body }) =>
      rounds.organising.move(actor, params.roundId, params.memberId, body.group),
  })

  app.post('/:roundId/release', {
    schema: roundsApi['POST /api/organiser/rounds/:roundId/release'],
    async handler({ actor, params }) {
      await rounds.release(actor, params.roundId)
      return rounds.organising.details(actor, params.roundId)
    },
  })

  app.post('/:roundId/cancel', {
    schema: roundsApi['POST /api/organiser/rounds/:roundId/cancel'],
    async handler({ actor, params }) {
      await rounds.organising.cancel(actor, params.roundId)
      return rounds.organising.details(actor, params.roundId)
    },
  })
}

/** `/api/lone-members`: the service checks who is an organiser or a lead. */
export const loneMemberRoutes: FastifyPluginAsyncTypebox<{ loneMembers: LoneMembers }> = async (
  app,
  { loneMembers },
) => {
  app.get('/', {
    schema: roundsApi['GET /api/lone-members'],
    handler: ({ actor, query }) => loneMembers.list(actor, query.chapter, query.cursor),
  })

  app.put('/:memberId/invitation', {
    schema: roundsApi['PUT /api/lone-members/:memberId/invitation'],
    handler: ({ actor, params, body }) => loneMembers.invite(actor, params.memberId, body.chapter),
  })
}

/** `/api/public/round`, for the page that a link in an email opens. */
export const emailedRoundRoutes: FastifyPluginAsyncTypebox<{ emailed: EmailedRounds }> = async (
  app,
  { emailed },
) => {
  app.get('/', {
    schema: roundsApi['GET /api/public/round'],
    handler: ({ query }) => emailed.view(query.token),
  })

  app.put('/', {
    schema: roundsApi['PUT /api/public/round'],
    handler: ({ body }) => emailed.join(body.token),
  })
}
