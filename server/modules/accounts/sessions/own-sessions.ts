import * as m from '#shared/accounts/messages.ts'
import type { CredentialChange, OwnSessionList } from '#shared/accounts/sessions.ts'
import type { AuditFact, RecordAudit } from '#server/modules/operations/audit/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import { conflict, notFound } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'

import { sessionHashOf, sessions, type SessionRecord } from './collection.ts'
import type { SessionRegistry } from './registry.ts'
import { withSuccessors } from './successors.ts'
import type { SessionContext } from './types.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
  registry: SessionRegistry
  maxAge: number
}

/** More than anyone has, and few enough for one transaction. */
const MAX_SESSIONS = 400

/** A member's list of sessions and commands on them, from one of them. */
export function createOwnSessions({ store, clock, audit, registry, maxAge }: Deps) {
  /** The provider and the maximum age end sessions without notifying the store. */
  const isOver = ({ expiresAt, signedInAt }: SessionRecord, tokensValidAfter: number) => {
    const now = clock()
    if (Date.parse(expiresAt) <= now) return true
    if (signedInAt === undefined) return false
    const authTime = Date.parse(signedInAt)
    return authTime < tokensValidAfter || authTime + maxAge <= now
  }

  return {
    async list(current: SessionContext): Promise<OwnSessionList> {
      const where = { uid: current.claims.uid, live: true }
      const { items } = await store.find(sessions, { where, limit: MAX_SESSIONS })
      return {
        items: items
          .filter((record) => !isOver(record, current.user.tokensValidAfter))
          .map(({ id, signedInAt, lastSeenAt, browser, system }) => ({
            id,
            current: id === current.id,
            signedInAt,
            lastSeenAt,
            browser,
            system,
          }))
          .toSorted(
            (a, b) =>
              Number(b.current) - Number(a.current) ||
              (b.lastSeenAt ?? '').localeCompare(a.lastSeenAt ?? '') ||
              a.id.localeCompare(b.id),
          ),
      }
    },

    /**
     * An ended session stays ended. If it was renewed in the meantime, its successor ends too.
     * @throws Failure 404 for an unknown session, or another member's
     */
    end: (id: string, current: SessionContext, requestId: string) =>
      registry.endElsewhere(
        current.claims.uid,
        async (tx) => {
          const record = await tx.get(sessions, id)
          if (record?.uid !== current.claims.uid) throw notFound('session')
          return withSuccessors(tx, record)
        },
        factOf(current, 'session.ended_elsewhere', requestId),
      ),

    /** Ends all except the current one. */
    endOthers: (current: SessionContext, requestId: string) =>
      registry.endElsewhere(
        current.claims.uid,
        async (tx) => {
          const where = { uid: current.claims.uid, live: true }
          const { items } = await tx.find(sessions, { where, limit: MAX_SESSIONS })
          return items.filter(({ id }) => id !== current.id)
        },
        factOf(current, 'session.others_ended', requestId),
        { evenIfNone: true },
      ),

    /**
     * Records the change that the browser is about to make at the identity provider, which keeps no log of it.
     * @throws Failure 409 when it would remove the last way to sign in
     */
    async changeCredentials(change: CredentialChange, current: SessionContext, requestId: string) {
      if (change === 'google_unlink' && !current.user.hasPassword)
        throw conflict('last_sign_in_method', m.sessionLastMethod())
      await audit(factOf(current, `account.${change}_started`, requestId))
    },
  }
}

const factOf = ({ id, claims }: SessionContext, action: string, requestId: string): AuditFact => ({
  action,
  actor: claims.uid,
  sessionHash: sessionHashOf(id),
  requestId,
})
