import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { meetingsApi } from '#shared/meetings/api.ts'
import { attachment } from '#server/http/attachment.ts'
import { expectedVersion, IF_MATCH } from '#server/http/checks/if-match.ts'

import type { MeetingService } from './service.ts'

// Notes of 5,000 characters of four bytes each.
const bodyLimit = 32 * 1024
const DEPARTURES = ['decline', 'leave'] as const

const PROMISE_COMMANDS = [
  ['done', 'keepPromise'],
  ['reopen', 'reopenPromise'],
  ['confirm', 'confirmPromise'],
] as const

/** `/api/meetings`. Commands answer with the meeting as the member sees it afterwards. */
export const meetingRoutes: FastifyPluginAsyncTypebox<{ meetings: MeetingService }> = async (
  app,
  { meetings },
) => {
  app.get('/', {
    schema: meetingsApi['GET /api/meetings'],
    handler: ({ actor }) => meetings.lists.list(actor.id),
  })

  app.get('/past', {
    schema: meetingsApi['GET /api/meetings/past'],
    handler: ({ actor, query }) => meetings.lists.past(actor.id, query.cursor),
  })

  app.get('/people', {
    schema: meetingsApi['GET /api/meetings/people'],
    handler: ({ actor, query }) => meetings.people(actor.id, query.q),
  })

  app.post('/', {
    schema: meetingsApi['POST /api/meetings'],
    handler: async ({ actor, headers, body }) => {
      const meeting = await meetings.propose(actor.id, body, headers['idempotency-key'])
      return meetings.details(actor.id, meeting)
    },
  })

  app.get('/:meetingId', {
    schema: meetingsApi['GET /api/meetings/:meetingId'],
    handler: ({ actor, params }) => meetings.get(actor.id, params.meetingId),
  })

  app.put('/:meetingId', {
    config: { headers: IF_MATCH },
    schema: meetingsApi['PUT /api/meetings/:meetingId'],
    handler: async (request) => {
      const { actor, params, body } = request
      const version = expectedVersion(request)
      return meetings.details(
        actor.id,
        await meetings.commands.edit(actor.id, params.meetingId, version, body),
      )
    },
  })

  app.put('/:meetingId/votes', {
    schema: meetingsApi['PUT /api/meetings/:meetingId/votes'],
    handler: async ({ actor, params, body }) =>
      meetings.details(actor.id, await meetings.commands.vote(actor.id, params.meetingId, body)),
  })

  app.post('/:meetingId/choose', {
    schema: meetingsApi['POST /api/meetings/:meetingId/choose'],
    handler: async ({ actor, params, body }) =>
      meetings.details(actor.id, await meetings.commands.choose(actor.id, params.meetingId, body.slot)),
  })

  app.post('/:meetingId/reschedule', {
    schema: meetingsApi['POST /api/meetings/:meetingId/reschedule'],
    handler: async ({ actor, params, body }) =>
      meetings.details(actor.id, await meetings.commands.reschedule(actor.id, params.meetingId, body)),
  })

  app.post('/:meetingId/cancel', {
    schema: meetingsApi['POST /api/meetings/:meetingId/cancel'],
    handler: async ({ actor, params, body }) =>
      meetings.details(actor.id, await meetings.commands.cancel(actor.id, params.meetingId, body.reason)),
  })

  for (const command of DEPARTURES) {
    app.post(`/:meetingId/${command}`, {
      schema: meetingsApi[`POST /api/meetings/:meetingId/${command}`],
      handler: ({ actor, params, body }) =>
        meetings.commands[command](actor.id, params.meetingId, body.reason),
    })
  }

  app.post('/:meetingId/confirm', {
    schema: meetingsApi['POST /api/meetings/:meetingId/confirm'],
    handler: async ({ actor, params, body }) =>
      meetings.details(actor.id, await meetings.commands.confirm(actor.id, params.meetingId, body.held)),
  })

  app.put('/:meetingId/notes', {
    bodyLimit,
    config: { headers: IF_MATCH },
    schema: meetingsApi['PUT /api/meetings/:meetingId/notes'],
    handler: async (request) => {
      const { actor, params, body } = request
      const version = expectedVersion(request)
      return meetings.details(
        actor.id,
        await meetings.commands.writeNotes(actor.id, params.meetingId, version, body.text),
      )
    },
  })

  await app.register(followUpRoutes, { meetings })
}

/** Follow-up of a meeting: outcomes, promises and thanks. */
const followUpRoutes: FastifyPluginAsyncTypebox<{ meetings: MeetingService }> = async (app, { meetings }) => {
  app.post('/:meetingId/outcomes', {
    schema: meetingsApi['POST /api/meetings/:meetingId/outcomes'],
    handler: async ({ actor: { id }, headers, params: { meetingId }, body }) =>
      meetings.details(
        id,
        await meetings.commands.recordOutcome(id, meetingId, body, headers['idempotency-key']),
      ),
  })

  app.post('/:meetingId/outcomes/:outcomeId/confirm', {
    schema: meetingsApi['POST /api/meetings/:meetingId/outcomes/:outcomeId/confirm'],
    handler: async ({ actor: { id }, params: { meetingId, outcomeId } }) =>
      meetings.details(id, await meetings.commands.confirmOutcome(id, meetingId, outcomeId)),
  })

  app.delete('/:meetingId/outcomes/:outcomeId', {
    schema: meetingsApi['DELETE /api/meetings/:meetingId/outcomes/:outcomeId'],
    handler: async ({ actor: { id }, params: { meetingId, outcomeId } }) =>
      meetings.details(id, await meetings.commands.removeOutcome(id, meetingId, outcomeId)),
  })

  app.post('/:meetingId/promises', {
    schema: meetingsApi['POST /api/meetings/:meetingId/promises'],
    handler: async ({ actor: { id }, headers, params: { meetingId }, body }) =>
      meetings.details(id, await meetings.commands.promise(id, meetingId, body, headers['idempotency-key'])),
  })

  for (const [path, command] of PROMISE_COMMANDS) {
    app.post(`/:meetingId/promises/:promiseId/${path}`, {
      schema: meetingsApi[`POST /api/meetings/:meetingId/promises/:promiseId/${path}`],
      handler: async ({ actor: { id }, params: { meetingId, promiseId } }) =>
        meetings.details(id, await meetings.commands[command](id, meetingId, promiseId)),
    })
  }

  app.post('/:meetingId/promises/:promiseId/drop', {
    schema: meetingsApi['POST /api/meetings/:meetingId/promises/:promiseId/drop'],
    handler: async ({ actor: { id }, params: { meetingId, promiseId }, body }) =>
      meetings.details(id, await meetings.commands.dropPromise(id, meetingId, promiseId, body.reason)),
  })

  app.post('/:meetingId/thanks', {
    schema: meetingsApi['POST /api/meetings/:meetingId/thanks'],
    handler: async ({ actor: { id }, headers, params: { meetingId }, body }) =>
      meetings.details(id, await meetings.commands.thank(id, meetingId, body, headers['idempotency-key'])),
  })

  app.get('/:meetingId/calendar.ics', {
    schema: meetingsApi['GET /api/meetings/:meetingId/calendar.ics'],
    handler: async ({ actor, params }, reply) => {
      const { title, text } = await meetings.calendarFile(actor.id, params.meetingId)
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', attachment(title, 'ics'))
        .send(text)
    },
  })
}
