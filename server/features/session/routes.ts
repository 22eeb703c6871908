import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'

import {
  type Session,
  SessionExchangeSchema,
  SessionSchema,
  VerificationSchema,
  VerificationTokenSchema,
} from '#shared/session.ts'
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
      const exchange = sessions.exchange(request.body.idToken, { currentCookie, requestId: request.id })
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
