import { type Identity, IdentityError } from '#server/identity/port.ts'
import type { AuditFact, RecordAudit } from '#server/features/audit/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import { watchForStalls } from '#server/lib/stalls.ts'
import type { SessionContext } from './types.ts'
import type { Store } from '#server/store/port.ts'

import { sessions } from './collection.ts'
import { createSessionChecks } from './checks.ts'
import { wasEnded } from './ended.ts'
import { createExchange } from './exchange.ts'
import { sessionFailure } from './failures.ts'
import { createOwnSessions } from './own-sessions.ts'
import { createSessionRegistry } from './registry.ts'
import { type Admit, createAccountRecords } from './account-records.ts'
import { createVerification } from './verification.ts'

interface Deps {
  identity: Identity
  store: Store
  clock: Clock
  audit: RecordAudit
  admit: Admit
  secret: string
  /** Milliseconds from the sign-in on, 5 minutes to 14 days. */
  maxAge: number
  /** Called within a second or so with each session that ended, on any replica; without an id when any may have. */
  onEnd: (id?: string) => void
  /** Called with the result of each check. `remembered`: from memory; `unavailable`: it could not be known. */
  onCheck?: (result: 'remembered' | 'checked' | 'refused' | 'unavailable') => void
  /** 0 ≤ n < 1. */
  random?: () => number
}

/** Milliseconds. A session that ended elsewhere is over here within 2 s. */
const LONGEST_PAUSE = 1_500

export type SessionService = ReturnType<typeof createSessionService>

/** Creates, checks and ends sessions. */
export function createSessionService(deps: Deps) {
  const { identity, store, clock, audit, admit, secret, maxAge, onEnd, random = Math.random } = deps
  const { onCheck = () => {} } = deps
  const registry = createSessionRegistry({
    store,
    clock,
    audit,
    onEnd(id) {
      checks.forget(id)
      onEnd(id)
    },
    onMissedEnds() {
      checks.forgetAll()
      onEnd()
    },
  })
  const accountRecords = createAccountRecords({ identity, admit, clock })
  const checks = createSessionChecks({ identity, accountRecords, registry, clock, maxAge })
  /** After a pause, requests arrive before the ends of sessions from meanwhile: each is checked against the store. */
  const noticePause = watchForStalls(LONGEST_PAUSE, checks.forgetAll)
  const peek = (cookie: string) => {
    noticePause()
    return checks.recall(cookie)
  }
  const recall = (cookie: string) => {
    const known = peek(cookie)
    if (known) onCheck('remembered')
    return known
  }

  return {
    verification: createVerification({ secret, identity }),

    own: createOwnSessions({ store, clock, audit, registry, maxAge }),

    exchange: createExchange({ identity, accountRecords, registry, checks, clock, maxAge, random }),

    /** The cached result for a cookie that was checked within the last 30 seconds. */
    recall,

    /** The same, for what comes before the check of a request and is not counted as one. */
    peek,

    /**
     * @param fresh bypasses the cache and asks the provider and the store
     * @throws Failure 401, or 503 when it cannot know
     */
    async authenticate(cookie: string, { fresh = false } = {}): Promise<SessionContext> {
      const known = fresh ? undefined : recall(cookie)
      if (known) return known
      try {
        const { identified, account } = await checks.check(cookie, { fresh })
        const context = checks.remember(identified, account)
        onCheck('checked')
        return context
      } catch (error) {
        onCheck(sessionFailure(error).status === 401 ? 'refused' : 'unavailable')
        throw error
      }
    },

    /** Succeeds for an invalid cookie: there is no session to end. */
    async logout(cookie: string, requestId: string): Promise<void> {
      try {
        const session = await checks.identify(cookie)
        const fact = { action: 'session.ended', actor: session.uid, requestId }
        for (const id of await registry.end(session, fact)) checks.forget(id)
      } catch (error) {
        const failure = sessionFailure(error)
        if (failure.status !== 401) throw failure
      }
    },

    /** Every session and refresh token of the user, on every device. */
    async logoutEverywhere({ id, claims }: SessionContext, requestId: string): Promise<void> {
      const { uid, expiresAt: cookieExpiresAt } = claims
      const fact = { action: 'session.ended_everywhere', actor: uid, requestId }
      try {
        await identity.revokeRefreshTokens(uid)
        await registry.endAll({ id, uid, cookieExpiresAt }, fact)
      } catch (error) {
        throw sessionFailure(error)
      } finally {
        accountRecords.evict(uid)
      }
    },

    /** The same for another person, by an admin. Someone without an account has no session either. */
    async endSessionsOf(uid: string, fact: AuditFact): Promise<void> {
      try {
        await identity.revokeRefreshTokens(uid).catch((error: unknown) => {
          if (!(error instanceof IdentityError && error.kind === 'user_not_found')) throw error
        })
        const where = { uid, live: true }
        await registry.endElsewhere(
          uid,
          async (tx) => (await tx.find(sessions, { where, limit: 400 })).items,
          fact,
          { evenIfNone: true },
        )
      } catch (error) {
        throw sessionFailure(error)
      } finally {
        accountRecords.evict(uid)
      }
    },

    /** Resolves once sessions that end on other replicas end here too, within 2 s. */
    syncEnds: registry.syncEnds,

    /** Call with each member who was written, on whichever replica. */
    memberChanged: accountRecords.memberChanged,

    /** Also long after: for what lasts longer than a session. */
    wasEnded: (id: string) => wasEnded(store, id),

    /** Call after a change of what someone may do: their next request is checked without the cache. */
    evict: (uid: string) => accountRecords.evict(uid),

    evictAll: accountRecords.evictAll,

    /** When each of the user's sessions ends or would have ended, and from which device. */
    async exportOf(uid: string) {
      const records = await registry.ofUser(uid)
      return records.map(({ expiresAt, live, signedInAt, lastSeenAt, browser, system }) => ({
        expiresAt,
        live,
        ...(signedInAt && { signedInAt }),
        ...(lastSeenAt && { lastSeenAt }),
        ...(browser && { browser }),
        ...(system && { system }),
      }))
    },

    /** For an account that the provider has deleted already. */
    async forget(uid: string): Promise<void> {
      await registry.forgetAllOf(uid)
      accountRecords.evict(uid)
    },

    /** Deletes the records of expired cookies. */
    deleteExpired: () => registry.deleteExpired(),
  }
}
