import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preHandlerAsyncHookHandler,
  preHandlerHookHandler,
} from 'fastify'

import * as m from '#shared/accounts/messages.ts'
import { SESSION } from '#shared/accounts/session-limits.ts'
import type { MembershipStatus } from '#shared/people/profile.ts'
import { can, type RoleAction } from '#shared/people/roles.ts'
import type { RecordDenial } from '#server/modules/operations/audit/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import { Failure, forbidden, unauthenticated } from '#server/lib/failure.ts'
import type { Actor } from '#server/modules/actor.ts'

import { sessionHashOf } from './collection.ts'
import type { SessionCookie } from './cookie.ts'
import { SESSION_REPLACED, SessionRefusal } from './failures.ts'
import type { SessionService } from './service.ts'
import type { SessionContext } from './types.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sessionCookie: SessionCookie
    recordDenial: RecordDenial
  }
  interface FastifyRequest {
    /** Set after `signedIn`. */
    session: SessionContext
    /** Set after `requireStatus`. */
    actor: Actor
  }
}

type Sessions = Pick<SessionService, 'recall' | 'peek' | 'authenticate'>

/**
 * Call it once, on the root, before any scope that uses the hooks below. They are `onRequest` or `preHandler` hooks.
 */
export function prepareSessions(
  app: FastifyInstance,
  { cookie, recordDenial }: { cookie: SessionCookie; recordDenial: RecordDenial },
) {
  app.decorate('sessionCookie', cookie)
  app.decorate('recordDenial', recordDenial)
  // Typed as always present: a route outside the scopes that set them is a defect and fails on first use.
  app.decorateRequest('session', null as unknown as SessionContext)
  app.decorateRequest('actor', null as unknown as Actor)
}

/** @param onRefusal may refuse in another way, for example after too many refusals */
export const signedIn =
  (
    sessions: Sessions,
    onRefusal: (request: FastifyRequest) => Promise<void> = async () => {},
  ): preHandlerHookHandler =>
  (request, reply, done) => {
    const cookie = request.server.sessionCookie.read(request.headers.cookie)
    if (cookie === undefined) return establish(sessions, request, reply)
    const known = sessions.recall(cookie)
    // Fastify continues at `done` or when the promise resolves; a cached session needs no promise.
    if (known === undefined) {
      return establish(sessions, request, reply).catch(async (error: unknown) => {
        if (error instanceof Failure && error.status === 401) await onRefusal(request)
        throw error
      })
    }
    request.session = known
    return done()
  }

/** Lets people of these statuses in, and establishes the actor. */
export const requireStatus =
  (...statuses: MembershipStatus[]): preHandlerHookHandler =>
  (request, _reply, done) => {
    const { member, actor } = request.session
    if (member && actor && statuses.includes(member.status)) {
      request.actor = actor
      done()
    } else done(denied(request, refusal(member?.status)))
  }

function refusal(status: MembershipStatus | undefined): Failure {
  if (!status) return forbidden('email_unverified', m.emailUnverified())
  if (status === 'pending') return forbidden('member_pending', m.membershipPending())
  if (status === 'declined') return forbidden('member_declined', m.membershipDeclined())
  if (status === 'uninvited') return forbidden('member_uninvited', m.membershipUninvited())
  if (status === 'former') return forbidden('member_former', m.membershipFormer())
  return forbidden('member_suspended', m.membershipIsSuspended())
}

export const whoCan =
  (action: RoleAction): preHandlerHookHandler =>
  (request, _reply, done) => {
    if (can(request.actor.role, action)) done()
    else done(denied(request, forbidden('role_required', m.roleRequired())))
  }

/** Guards sensitive actions: checks the session again, bypassing every cache. The outer scopes have used the cache. */
export const recentSignIn =
  (sessions: Sessions, clock: Clock): preHandlerAsyncHookHandler =>
  async (request, reply) => {
    const { member: before } = request.session
    const { claims, member, actor } = await establish(sessions, request, reply, { fresh: true })
    if (actor) request.actor = actor
    if (member?.role !== before?.role || member?.status !== before?.status) {
      throw denied(request, forbidden('role_required', m.roleChanged()))
    }
    if (clock() - claims.authTime > SESSION.recentSignIn) {
      throw denied(request, forbidden('reauth_required', m.reauthRequired()))
    }
  }

/** Identifies the session of a request, before a session hook runs, and for routes without one. */
export const createCallers = (sessions: Sessions) => ({
  hasSessionCookie: (request: FastifyRequest) => soleCookieOf(request) !== '',
  /** User id, if the session was checked a moment ago. */
  recallUserId: (request: FastifyRequest) => sessions.peek(soleCookieOf(request))?.claims.uid,
  /** @throws Failure when no one is signed in, or the session cannot be checked */
  verifyUserId: async (request: FastifyRequest) =>
    (await checkedOnce(sessions, request, soleCookieOf(request))).claims.uid,
  isActiveMember: (request: FastifyRequest) =>
    sessions.authenticate(soleCookieOf(request)).then(({ member }) => member?.status === 'active'),
})

const checks = new WeakMap<FastifyRequest, Promise<SessionContext>>()

/** The check of the request's session, shared by its hooks and its handler: a second one would double its deadline. */
export const checkedOnce = (
  sessions: Pick<Sessions, 'authenticate'>,
  request: FastifyRequest,
  cookie: string,
): Promise<SessionContext> => checks.getOrInsertComputed(request, () => sessions.authenticate(cookie))

const soleCookieOf = ({ server, headers }: FastifyRequest) =>
  server.sessionCookie.readUnlessSeveral(headers.cookie) ?? ''

async function establish(
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  options?: { fresh: boolean },
): Promise<SessionContext> {
  const cookie = request.server.sessionCookie.read(request.headers.cookie)
  if (cookie === undefined) throw unauthenticated('session_required', m.signInRequired())
  try {
    request.session = await sessions.authenticate(cookie, options)
    return request.session
  } catch (error) {
    throw refused(request, reply, error)
  }
}

/** Clears an invalid cookie, but not during an outage; records every refusal. */
export function refused(request: FastifyRequest, reply: FastifyReply, error: unknown): unknown {
  if (!(error instanceof Failure) || error.status >= 500) return error
  // The browser has the new cookie under the same name, or is about to; clearing would delete that one.
  if (error.status === 401 && error.code !== SESSION_REPLACED) {
    reply.header('set-cookie', request.server.sessionCookie.cleared)
  }
  return denied(request, error)
}

export function denied(request: FastifyRequest, failure: Failure): Failure {
  const { method, routeOptions, server, id } = request
  const session = knownSession(request, failure)
  server.recordDenial({
    action: 'session.denied',
    actor: session?.uid ?? null,
    target: `${method} ${routeOptions.url ?? ''}`,
    reason: failure.code,
    requestId: id,
    sessionHash: session && sessionHashOf(session.id),
  })
  return failure
}

/** The established session, or the one that is refused, for example because it has ended. */
function knownSession({ session }: FastifyRequest, failure: Failure) {
  if (session) return { id: session.id, uid: session.claims.uid }
  return failure instanceof SessionRefusal ? failure.session : undefined
}
