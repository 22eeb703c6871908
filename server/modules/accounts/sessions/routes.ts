import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { accountsApi } from '#shared/accounts/api.ts'
import type { Session } from '#shared/accounts/sessions.ts'
import { deviceOf } from '#server/lib/device.ts'
import type { Clock } from '#server/lib/clock.ts'
import { Failure } from '#server/lib/failure.ts'
import type { Handovers } from '#server/modules/accounts/handovers/handovers.ts'
import type { LanguageService } from '#server/modules/accounts/language/service.ts'

import { checkedOnce, denied, refused, signedIn } from './hooks.ts'
import type { SessionContext } from './types.ts'
import type { SessionService } from './service.ts'

interface Options {
  sessions: SessionService
  languages: Pick<LanguageService, 'signedIn' | 'cookie' | 'chosenIn'>
  clock: Clock
}

const JSON_TYPE = 'application/json; charset=utf-8'
const SIGNED_OUT = { authenticated: false } as const

/** `/api/session`. */
export const sessionRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { sessions, languages, clock },
) => {
  const { sessionCookie } = app
  const cookieOf = (request: FastifyRequest) => sessionCookie.read(request.headers.cookie)
  /** The client calls it at every start and on every focus, so the JSON is cached with the session. */
  const answers = new WeakMap<SessionContext, string>()

  function answerKnown(reply: FastifyReply, session: SessionContext) {
    let text = answers.get(session)
    if (text === undefined) answers.set(session, (text = JSON.stringify(session.view)))
    reply.header('content-type', JSON_TYPE).send(text)
  }

  async function sessionOf(cookie: string, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
    try {
      return (await checkedOnce(sessions, request, cookie)).view
    } catch (error) {
      const refusal = refused(request, reply, error)
      if (refusal instanceof Failure && refusal.status === 401) return SIGNED_OUT
      throw refusal
    }
  }

  app.get('/', {
    schema: accountsApi['GET /api/session'],
    handler: (request, reply) => {
      const cookie = cookieOf(request)
      if (cookie === undefined) return SIGNED_OUT
      const known = sessions.recall(cookie)
      return known ? answerKnown(reply, known) : sessionOf(cookie, request, reply)
    },
  })

  app.post('/', {
    schema: accountsApi['POST /api/session'],
    handler: async (request, reply) => {
      const currentCookie = cookieOf(request)
      const device = deviceOf(request.headers['user-agent'])
      const signOuts = sessionCookie.readSignOuts(request.headers.cookie)
      const context = { currentCookie, signOuts, requestId: request.id, device }
      const exchange = sessions.exchange(request.body.idToken, context)
      const { cookie, session, expiresAt } = await exchange.catch((error: Failure) => {
        throw error.status < 500 ? denied(request, error) : error
      })
      reply.header('set-cookie', sessionCookie.serialise(cookie, expiresAt - clock()))
      sessions
        .deleteExpired()
        .catch((error: unknown) => request.log.warn({ err: error }, 'could not delete expired sessions'))
      if (!session.authenticated) return session
      const language = await languages
        .signedIn(session.user, languages.chosenIn(request.headers.cookie))
        .catch((error: unknown) =>
          request.log.warn({ err: error }, 'could not store the language of a sign-in'),
        )
      if (!language) return session
      reply.header('set-cookie', languages.cookie(language))
      return { ...session, user: { ...session.user, language } }
    },
  })

  app.post('/logout', {
    schema: accountsApi['POST /api/session/logout'],
    handler: async (request, reply) => {
      const cookie = cookieOf(request)
      const ended = cookie === undefined ? undefined : await sessions.logout(cookie, request.id)
      reply.header('set-cookie', sessionCookie.cleared)
      if (ended) {
        const signOuts = sessionCookie.readSignOuts(request.headers.cookie)
        const others = [...signOuts].filter(([uid]) => uid !== ended.uid)
        const known = new Map([...others, [ended.uid, ended.signedInAt]])
        reply.header('set-cookie', sessionCookie.serialiseSignOuts(known))
      }
    },
  })

  app.post('/logout-all', {
    schema: accountsApi['POST /api/session/logout-all'],
    preHandler: signedIn(sessions),
    handler: async (request, reply) => {
      await sessions.logoutEverywhere(request.session, request.id)
      reply.header('set-cookie', sessionCookie.cleared)
    },
  })

  // Authenticated by ID token: the first link is sent before there is a session.
  app.post('/verification-token', {
    schema: accountsApi['POST /api/session/verification-token'],
    handler: async ({ body }) => ({ token: await sessions.verification.tokenOf(body.idToken) }),
  })

  app.post('/verification', {
    schema: accountsApi['POST /api/session/verification'],
    handler: async ({ body }) => ({ verified: await sessions.verification.isVerified(body.token) }),
  })
}

interface OwnOptions {
  sessions: Pick<SessionService, 'own'>
}

interface SensitiveOptions extends OwnOptions {
  handovers: Pick<Handovers, 'allowChange'>
}

/** `/api/sessions`. */
export const ownSessionRoutes: FastifyPluginAsyncTypebox<OwnOptions> = async (app, { sessions }) => {
  app.get('/', {
    schema: accountsApi['GET /api/sessions'],
    handler: ({ session }) => sessions.own.list(session),
  })
}

/**
 * `/api/sessions`, with a recent sign-in: a thief of a session must not shut out its owner. Ending every session,
 * including one's own, requires none.
 */
export const sensitiveSessionRoutes: FastifyPluginAsyncTypebox<SensitiveOptions> = async (
  app,
  { sessions, handovers },
) => {
  app.delete('/', {
    schema: accountsApi['DELETE /api/sessions'],
    handler: ({ session, id: requestId }) => sessions.own.endOthers(session, requestId),
  })

  app.delete('/:sessionId', {
    schema: accountsApi['DELETE /api/sessions/:sessionId'],
    handler: ({ session, params, id: requestId }) => sessions.own.end(params.sessionId, session, requestId),
  })

  app.post('/credential-changes', {
    schema: accountsApi['POST /api/sessions/credential-changes'],
    async handler({ session, body, id: requestId }) {
      await sessions.own.changeCredentials(body.change, session, requestId)
      const { email } = session.user
      if (body.change === 'email_change' && email) await handovers.allowChange(email)
    },
  })
}
