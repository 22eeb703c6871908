import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'

import {
  CredentialChangeSchema,
  OwnSessionListSchema,
  type Session,
  SessionExchangeSchema,
  SessionSchema,
  VerificationSchema,
  VerificationTokenSchema,
} from '#shared/session.ts'
import { deviceOf } from './device.ts'
import { denied, refused, signedIn } from './hooks.ts'
import type { Clock } from '#server/lib/clock.ts'
import { Failure } from '#server/lib/failure.ts'
import type { SessionContext } from './types.ts'

import type { SessionService } from './service.ts'

interface Options {
  sessions: SessionService
  clock: Clock
}

const JSON_TYPE = 'application/json; charset=utf-8'
const SIGNED_OUT = { authenticated: false } as const
const NO_CONTENT = { 204: Type.Null() }
const SessionParamsSchema = Type.Object(
  { sessionId: Type.String({ minLength: 1, maxLength: 64 }) },
  { additionalProperties: false },
)

/** `/api/session`. */
export const sessionRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { sessions, clock }) => {
  const { sessionCookie } = app
  const cookieOf = (request: FastifyRequest) => sessionCookie.read(request.headers.cookie)
  /** The client asks at every start and on every focus, so the JSON is cached with the session. */
  const answers = new WeakMap<SessionContext, string>()

  function answerKnown(reply: FastifyReply, session: SessionContext) {
    let text = answers.get(session)
    if (text === undefined) answers.set(session, (text = JSON.stringify(session.view)))
    reply.header('content-type', JSON_TYPE).send(text)
  }

  async function sessionOf(cookie: string, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
    try {
      return (await sessions.authenticate(cookie)).view
    } catch (error) {
      const refusal = refused(request, reply, error)
      if (refusal instanceof Failure && refusal.status === 401) return SIGNED_OUT
      throw refusal
    }
  }

  app.get('/', {
    schema: { summary: 'Get the session', response: { 200: SessionSchema } },
    handler: (request, reply) => {
      const cookie = cookieOf(request)
      if (cookie === undefined) return SIGNED_OUT
      const known = sessions.recall(cookie)
      return known ? answerKnown(reply, known) : sessionOf(cookie, request, reply)
    },
  })

  app.post('/', {
    schema: {
      summary: 'Exchange an ID token for a session',
      body: SessionExchangeSchema,
      response: { 200: SessionSchema },
    },
    handler: async (request, reply) => {
      const currentCookie = cookieOf(request)
      const device = deviceOf(request.headers['user-agent'])
      const context = { currentCookie, requestId: request.id, device }
      const exchange = sessions.exchange(request.body.idToken, context)
      const { cookie, session, expiresAt } = await exchange.catch((error: Failure) => {
        throw error.status < 500 ? denied(request, error) : error
      })
      reply.header('set-cookie', sessionCookie.serialise(cookie, expiresAt - clock()))
      sessions
        .deleteExpired()
        .catch((error: unknown) => request.log.warn({ err: error }, 'expired sessions were not deleted'))
      return session
    },
  })

  app.post('/logout', {
    schema: { summary: 'Sign out', response: NO_CONTENT },
    handler: async (request, reply) => {
      const cookie = cookieOf(request)
      if (cookie !== undefined) await sessions.logout(cookie, request.id)
      return reply.header('set-cookie', sessionCookie.cleared).code(204).send(null)
    },
  })

  app.post('/logout-all', {
    schema: { summary: 'Sign out everywhere', security: [{ session: [] }], response: NO_CONTENT },
    preHandler: signedIn(sessions),
    handler: async (request, reply) => {
      await sessions.logoutEverywhere(request.session, request.id)
      return reply.header('set-cookie', sessionCookie.cleared).code(204).send(null)
    },
  })

  // By ID token: the first link is sent before there is a session.
  app.post('/verification-token', {
    schema: {
      summary: 'Get the token for an account’s verification links',
      body: SessionExchangeSchema,
      response: { 200: VerificationTokenSchema },
    },
    handler: async ({ body }) => ({ token: await sessions.verification.tokenOf(body.idToken) }),
  })

  app.post('/verification', {
    schema: {
      summary: 'Check whether the email of a verification link’s account is verified',
      body: VerificationTokenSchema,
      response: { 200: VerificationSchema },
    },
    handler: async ({ body }) => ({ verified: await sessions.verification.isVerified(body.token) }),
  })
}

interface OwnOptions {
  sessions: Pick<SessionService, 'own'>
}

/** `/api/sessions`. */
export const ownSessionRoutes: FastifyPluginAsyncTypebox<OwnOptions> = async (app, { sessions }) => {
  app.get('/', {
    schema: { summary: 'List your sessions', response: { 200: OwnSessionListSchema } },
    handler: ({ session }) => sessions.own.list(session),
  })
}

/**
 * `/api/sessions`, with a recent sign-in: a thief of a session must not shut out its owner. To end every
 * session, their own too, people need none.
 */
export const sensitiveSessionRoutes: FastifyPluginAsyncTypebox<OwnOptions> = async (app, { sessions }) => {
  app.delete('/', {
    schema: { summary: 'End your other sessions', response: NO_CONTENT },
    async handler({ session, id: requestId }, reply) {
      await sessions.own.endOthers(session, requestId)
      return reply.code(204).send(null)
    },
  })

  app.delete('/:sessionId', {
    schema: { summary: 'End one of your sessions', params: SessionParamsSchema, response: NO_CONTENT },
    async handler({ session, params, id: requestId }, reply) {
      await sessions.own.end(params.sessionId, session, requestId)
      return reply.code(204).send(null)
    },
  })

  app.post('/credential-changes', {
    schema: {
      summary: 'Announce a change of email, password or sign-in methods',
      body: CredentialChangeSchema,
      response: NO_CONTENT,
    },
    async handler({ session, body, id: requestId }, reply) {
      await sessions.own.changeCredentials(body.change, session, requestId)
      return reply.code(204).send(null)
    },
  })
}
