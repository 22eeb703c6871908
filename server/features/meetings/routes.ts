import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { NewOutcomeSchema, NewPromiseSchema, NewThanksSchema } from '#shared/meeting-follow-up.ts'
import {
  ChoiceSchema,
  DepartureSchema,
  MeetingConfirmationSchema,
  MeetingDetailsSchema,
  MeetingEditSchema,
  MeetingListsSchema,
  MeetingPeopleQuerySchema,
  MeetingPeopleSchema,
  MeetingProposalSchema,
  MeetingReasonSchema,
  NotesEditSchema,
  PastMeetingPageSchema,
  RescheduleSchema,
  VotesEditSchema,
} from '#shared/meetings.ts'
import { CursorQuerySchema, IdSchema } from '#shared/page.ts'
import { IdempotencyKeyHeaderSchema } from '#server/http/idempotency-key.ts'
import { expectedVersion, IF_MATCH } from '#server/http/if-match.ts'

import type { MeetingService } from './service.ts'

const response = { 200: MeetingDetailsSchema }
const ofMeeting = { params: Type.Object({ meetingId: IdSchema }), response }
const ofOutcome = { params: Type.Object({ meetingId: IdSchema, outcomeId: IdSchema }), response }
const ofPromise = { params: Type.Object({ meetingId: IdSchema, promiseId: IdSchema }), response }
// Notes of 5,000 characters of four bytes each.
const bodyLimit = 32 * 1024
const DEPARTURES = [
  ['decline', 'Decline a proposed meeting'],
  ['leave', 'Leave a scheduled meeting'],
] as const

const PROMISE_COMMANDS = [
  ['done', 'keepPromise', 'Mark a promise as done'],
  ['reopen', 'reopenPromise', 'Reopen a promise'],
  ['confirm', 'confirmPromise', 'Confirm that a promise was kept'],
] as const

/** `/api/meetings`. Commands answer with the meeting as the member sees it afterwards. */
export const meetingRoutes: FastifyPluginAsyncTypebox<{ meetings: MeetingService }> = async (
  app,
  { meetings },
) => {
  app.get('/', {
    schema: { summary: 'List your growth meetings', response: { 200: MeetingListsSchema } },
    handler: ({ actor }) => meetings.list(actor.id),
  })

  app.get('/past', {
    schema: {
      summary: 'List your past growth meetings',
      querystring: CursorQuerySchema,
      response: { 200: PastMeetingPageSchema },
    },
    handler: ({ actor, query }) => meetings.past(actor.id, query.cursor),
  })

  app.get('/people', {
    schema: {
      summary: 'Find people to invite to a growth meeting',
      querystring: MeetingPeopleQuerySchema,
      response: { 200: MeetingPeopleSchema },
    },
    handler: ({ actor, query }) => meetings.people(actor.id, query.q),
  })

  app.post('/', {
    schema: {
      summary: 'Propose a growth meeting',
      headers: IdempotencyKeyHeaderSchema,
      body: MeetingProposalSchema,
      response: { 201: MeetingDetailsSchema },
    },
    handler: async ({ actor, headers, body }, reply) => {
      const meeting = await meetings.propose(actor.id, body, headers['idempotency-key'])
      return reply.code(201).send(await meetings.details(actor.id, meeting))
    },
  })

  app.get('/:meetingId', {
    schema: { summary: 'Get a growth meeting', ...ofMeeting },
    handler: ({ actor, params }) => meetings.get(actor.id, params.meetingId),
  })

  app.put('/:meetingId', {
    config: { headers: IF_MATCH },
    schema: { summary: 'Edit a growth meeting', body: MeetingEditSchema, ...ofMeeting },
    handler: async (request) => {
      const { actor, params, body } = request
      const version = expectedVersion(request)
      return meetings.details(actor.id, await meetings.edit(actor.id, params.meetingId, version, body))
    },
  })

  app.put('/:meetingId/votes', {
    schema: { summary: 'Vote on proposed times', body: VotesEditSchema, ...ofMeeting },
    handler: async ({ actor, params, body }) =>
      meetings.details(actor.id, await meetings.vote(actor.id, params.meetingId, body)),
  })

  app.post('/:meetingId/choose', {
    schema: { summary: 'Choose a time', body: ChoiceSchema, ...ofMeeting },
    handler: async ({ actor, params, body }) =>
      meetings.details(actor.id, await meetings.choose(actor.id, params.meetingId, body.slot)),
  })

  app.post('/:meetingId/reschedule', {
    schema: { summary: 'Propose new times', body: RescheduleSchema, ...ofMeeting },
    handler: async ({ actor, params, body }) =>
      meetings.details(actor.id, await meetings.reschedule(actor.id, params.meetingId, body)),
  })

  app.post('/:meetingId/cancel', {
    schema: { summary: 'Cancel a growth meeting', body: MeetingReasonSchema, ...ofMeeting },
    handler: async ({ actor, params, body }) =>
      meetings.details(actor.id, await meetings.cancel(actor.id, params.meetingId, body.reason)),
  })

  for (const [command, summary] of DEPARTURES) {
    app.post(`/:meetingId/${command}`, {
      schema: { summary, body: DepartureSchema, ...ofMeeting, response: { 204: Type.Null() } },
      handler: async ({ actor, params, body }, reply) => {
        await meetings[command](actor.id, params.meetingId, body.reason)
        return reply.code(204).send(null)
      },
    })
  }

  app.post('/:meetingId/confirm', {
    schema: {
      summary: 'Say whether a growth meeting took place',
      body: MeetingConfirmationSchema,
      ...ofMeeting,
    },
    handler: async ({ actor, params, body }) =>
      meetings.details(actor.id, await meetings.confirm(actor.id, params.meetingId, body.held)),
  })

  app.put('/:meetingId/notes', {
    bodyLimit,
    config: { headers: IF_MATCH },
    schema: { summary: 'Write the shared notes', body: NotesEditSchema, ...ofMeeting },
    handler: async (request) => {
      const { actor, params, body } = request
      const version = expectedVersion(request)
      return meetings.details(
        actor.id,
        await meetings.writeNotes(actor.id, params.meetingId, version, body.text),
      )
    },
  })

  await app.register(followUpRoutes, { meetings })
}

/** What came of a meeting: outcomes, promises and thanks. */
const followUpRoutes: FastifyPluginAsyncTypebox<{ meetings: MeetingService }> = async (app, { meetings }) => {
  app.post('/:meetingId/outcomes', {
    schema: {
      summary: 'Record an outcome',
      headers: IdempotencyKeyHeaderSchema,
      body: NewOutcomeSchema,
      ...ofMeeting,
    },
    handler: async ({ actor: { id }, headers, params: { meetingId }, body }) =>
      meetings.details(id, await meetings.recordOutcome(id, meetingId, body, headers['idempotency-key'])),
  })

  app.post('/:meetingId/outcomes/:outcomeId/confirm', {
    schema: { summary: 'Confirm an outcome', ...ofOutcome },
    handler: async ({ actor: { id }, params: { meetingId, outcomeId } }) =>
      meetings.details(id, await meetings.confirmOutcome(id, meetingId, outcomeId)),
  })

  app.delete('/:meetingId/outcomes/:outcomeId', {
    schema: { summary: 'Remove an outcome', ...ofOutcome },
    handler: async ({ actor: { id }, params: { meetingId, outcomeId } }) =>
      meetings.details(id, await meetings.removeOutcome(id, meetingId, outcomeId)),
  })

  app.post('/:meetingId/promises', {
    schema: {
      summary: 'Make a promise',
      headers: IdempotencyKeyHeaderSchema,
      body: NewPromiseSchema,
      ...ofMeeting,
    },
    handler: async ({ actor: { id }, headers, params: { meetingId }, body }) =>
      meetings.details(id, await meetings.promise(id, meetingId, body, headers['idempotency-key'])),
  })

  for (const [path, command, summary] of PROMISE_COMMANDS) {
    app.post(`/:meetingId/promises/:promiseId/${path}`, {
      schema: { summary, ...ofPromise },
      handler: async ({ actor: { id }, params: { meetingId, promiseId } }) =>
        meetings.details(id, await meetings[command](id, meetingId, promiseId)),
    })
  }

  app.post('/:meetingId/promises/:promiseId/drop', {
    schema: { summary: 'Drop a promise', body: MeetingReasonSchema, ...ofPromise },
    handler: async ({ actor: { id }, params: { meetingId, promiseId }, body }) =>
      meetings.details(id, await meetings.dropPromise(id, meetingId, promiseId, body.reason)),
  })

  app.post('/:meetingId/thanks', {
    schema: {
      summary: 'Thank someone',
      headers: IdempotencyKeyHeaderSchema,
      body: NewThanksSchema,
      ...ofMeeting,
    },
    handler: async ({ actor: { id }, headers, params: { meetingId }, body }) =>
      meetings.details(id, await meetings.thank(id, meetingId, body, headers['idempotency-key'])),
  })
}
