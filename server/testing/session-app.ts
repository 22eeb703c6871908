import { randomUUID } from 'node:crypto'

import fastify from 'fastify'

import { auditEntries } from '#server/features/audit/collection.ts'
import { createAuditLog } from '#server/features/audit/service.ts'
import { allOf } from '#server/lib/all-of.ts'
import { sensitiveSessionRoutes, ownSessionRoutes, sessionRoutes } from '#server/features/session/routes.ts'
import { createSessionService } from '#server/features/session/service.ts'
import type { Admit } from '#server/features/session/account-records.ts'
import { createSessionCookie } from '#server/features/session/cookie.ts'
import { answerProblems } from '#server/http/problems.ts'
import {
  activeMember,
  prepareSessions,
  recentSignIn,
  signedIn,
  whoCan,
} from '#server/features/session/hooks.ts'
import type { Identity } from '#server/identity/port.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Membership } from '#shared/session.ts'
import type { Store } from '#server/store/port.ts'

interface Deps {
  identity: Identity
  store: Store
  clock: Clock
  origin?: string
  maxAge?: number
  /** What the members' service would say, by user id; a plain member unless set. */
  memberships?: Map<string, Membership>
}

const DAY = 24 * 60 * 60_000

/** Sessions on the real parts, with one route behind each guard and nothing else of the product. */
export async function createSessionApp({
  identity,
  store,
  clock,
  origin = 'https://guildhall.test',
  maxAge = 5 * DAY,
  memberships = new Map(),
}: Deps) {
  const app = fastify({ genReqId: () => randomUUID() })
  const denials: object[] = []
  const log = { warn: (fact: object) => void denials.push(fact), error: () => {} }
  const audit = createAuditLog({ store, clock, newId: randomUUID, log })
  const admit: Admit = async ({ uid }) =>
    memberships.getOrInsertComputed(uid, () => ({ role: 'member', status: 'active', onboarded: false }))
  const sessions = createSessionService({
    identity,
    store,
    clock,
    maxAge,
    audit: audit.record,
    admit,
    secret: 'a secret of this test',
    onEnd: () => {},
  })

  answerProblems(app)
  prepareSessions(app, { cookie: await createSessionCookie(app, origin), recordDenial: audit.recordDenial })
  app.register(sessionRoutes, { prefix: '/api/session', sessions, clock })
  app.register(async (members) => {
    members.addHook('preHandler', signedIn(sessions))
    members.addHook('preHandler', activeMember)
    members.get('/member', ({ actor }) => actor)
    members.register(ownSessionRoutes, { prefix: '/api/sessions', sessions })
    members.register(async (sensitive) => {
      sensitive.addHook('preHandler', recentSignIn(sessions, clock))
      await sensitive.register(sensitiveSessionRoutes, { prefix: '/api/sessions', sessions })
    })
    members.register(async (admins) => {
      admins.addHook('preHandler', whoCan('administer'))
      admins.get('/admin', () => ({}))
      admins.register(async (sensitive) => {
        sensitive.addHook('preHandler', recentSignIn(sessions, clock))
        sensitive.get('/sensitive', ({ actor }) => actor)
      })
    })
  })

  /** Newest first. */
  const audited = () => allOf(store, auditEntries, { orderBy: 'at', direction: 'desc' })
  return { app, sessions, audited, denials }
}
