import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preHandlerAsyncHookHandler,
  preHandlerHookHandler,
} from 'fastify'

import { SESSION } from '#shared/constants.ts'
import type { MembershipStatus } from '#shared/profile.ts'
import { can, type RoleAction } from '#shared/roles.ts'
import type { RecordDenial } from '#server/features/audit/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import { Failure, forbidden, unauthenticated } from '#server/lib/failure.ts'

import { sessionHashOf } from './collection.ts'
import type { SessionCookie } from './cookie.ts'
import { SESSION_REPLACED, SessionRefusal } from './failures.ts'
import type { SessionService } from './service.ts'
import type { Actor, SessionContext } from './types.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sessionCookie: SessionCookie
    recordDenial: RecordDenial
  }
  interface FastifyRequest {
    /** Set behind `signedIn`. */
    session: SessionContext
    /** Set behind `activeMember` and `anyMember`. */
    actor: Actor
  }
}

type Sessions = Pick<SessionService, 'recall' | 'peek' | 'authenticate'>

/** Once, on the root, before any scope that uses the hooks below. They are `onRequest` or `preHandler` hooks. */
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

/** @param onRefusal may refuse otherwise, such as for having been refused too often */
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

const memberWhoIs =
  (...statuses: MembershipStatus[]): preHandlerHookHandler =>
  (request, _reply, done) => {
    const { member, actor } = request.session
    if (member && actor && statuses.includes(member.status)) {
      request.actor = actor
      done()
    } else done(denied(request, refusal(member?.status)))
  }

export const activeMember = memberWhoIs('active')

/** Also for those who complete their profile while they await approval. */
export const memberOrApplicant = memberWhoIs('active', 'pending')

/** Also for those who can only join if an admin agrees. */
export const memberOrNewcomer = memberWhoIs('active', 'pending', 'uninvited')

/** Also for those who are no members since only others can join. Each route below says whom it is for. */
export const anyPerson = memberWhoIs('active', 'pending', 'suspended', 'declined', 'uninvited')

/** For a person's rights over their data, whatever was decided about their membership. */
export const anyMember = memberWhoIs('active', 'pending', 'suspended', 'declined')

function refusal(status: MembershipStatus | undefined): Failure {
  if (!status) return forbidden('email_unverified', 'Verify your email to continue.')
  if (status === 'pending') return forbidden('member_pending', 'Your membership hasn’t been approved yet.')
  if (status === 'declined') return forbidden('member_declined', 'Your membership wasn’t approved.')
  if (status === 'uninvited') return forbidden('member_uninvited', 'Only invited people can join.')
  if (status === 'former') return forbidden('member_former', 'This account was deleted.')
  return forbidden('member_suspended', 'Your membership is suspended.')
}

export const whoCan =
  (action: RoleAction): preHandlerHookHandler =>
  (request, _reply, done) => {
    if (can(request.actor.role, action)) done()
    else done(denied(request, forbidden('role_required', 'You don’t have permission to do this.')))
  }

/** For sensitive actions: checks the session again, bypassing every cache. The outer scopes have used the cache. */
export const recentSignIn =
  (sessions: Sessions, clock: Clock): preHandlerAsyncHookHandler =>
  async (request, reply) => {
    const { member: before } = request.session
    const { claims, member, actor } = await establish(sessions, request, reply, { fresh: true })
    if (actor) request.actor = actor
    if (member?.role !== before?.role || member?.status !== before?.status) {
      throw denied(request, forbidden('role_required', 'Your role has just changed. Try again.'))
    }
    if (clock() - claims.authTime > SESSION.recentSignIn) {
      throw denied(request, forbidden('reauth_required', 'Sign in again to confirm that it’s you.'))
    }
  }

/** Whose session a request has; for what happens before a session hook, and for routes behind none. */
export const createCallers = (sessions: Sessions) => ({
  hasSessionCookie: (request: FastifyRequest) => soleCookieOf(request) !== '',
  /** User id, if the session was checked a moment ago. */
  recallUserId: (request: FastifyRequest) => sessions.peek(soleCookieOf(request))?.claims.uid,
  /** @throws Failure when nobody is signed in, or it cannot be known */
  verifyUserId: async (request: FastifyRequest) =>
    (await sessions.authenticate(soleCookieOf(request))).claims.uid,
  isActiveMember: (request: FastifyRequest) =>
    sessions.authenticate(soleCookieOf(request)).then(({ member }) => member?.status === 'active'),
})

const soleCookieOf = ({ server, headers }: FastifyRequest) =>
  server.sessionCookie.readUnlessSeveral(headers.cookie) ?? ''

async function establish(
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  options?: { fresh: boolean },
): Promise<SessionContext> {
  const cookie = request.server.sessionCookie.read(request.headers.cookie)
  if (cookie === undefined) throw unauthenticated('session_required', 'Sign in to continue.')
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
    ...(session && { sessionHash: sessionHashOf(session.id) }),
  })
  return failure
}

/** The session that was established, or the one that is refused for having ended and the like. */
function knownSession({ session }: FastifyRequest, failure: Failure) {
  if (session) return { id: session.id, uid: session.claims.uid }
  return failure instanceof SessionRefusal ? failure.session : undefined
}
