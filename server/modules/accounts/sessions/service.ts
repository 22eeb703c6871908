import { setTimeout as waitFor } from 'node:timers/promises'
import { Type } from 'typebox'

import { OwnSessionSchema } from '#shared/accounts/sessions.ts'
import { MINUTE, SECOND } from '#shared/lib/durations.ts'
import { type Identity, IdentityError, type TokenClaims } from '#server/identity/port.ts'
import type { Platform } from '#server/modules/platform.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { AuditFact } from '#server/modules/operations/audit/types.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Clock } from '#server/lib/clock.ts'
import { startDeadline } from '#server/lib/concurrency/deadline.ts'
import type { Device } from '#server/lib/device.ts'
import { createSubscribers } from '#server/lib/subscribers.ts'
import type { Metrics } from '#server/metrics/port.ts'
import type { Store, Reader } from '#server/store/port.ts'

import { createVerification } from './verification.ts'
import { watchForStalls } from './stalls.ts'
import type { SessionContext } from './types.ts'
import { sessions, sessionEnds, type SessionRecord } from './collection.ts'
import { createSessionChecks } from './checks.ts'
import { createTokenExchange } from './exchange.ts'
import { createUnprovenAccounts } from './unproven-accounts.ts'
import { sessionFailure } from './failures.ts'
import { createOwnSessions } from './own-sessions.ts'
import { createSessionRegistry } from './registry.ts'
import { type Admit, createAccountRecords } from './account-records.ts'

const ExportedSessionsSchema = Type.Array(
  Type.Object({
    expiresAt: Type.String(),
    live: Type.Boolean(),
    ...Type.Omit(OwnSessionSchema, ['id', 'current']).properties,
  }),
)

interface Deps {
  identity: Identity
  store: Store
  clock: Clock
  audit: Operations['audit']
  admission: { admit: Admit; isMember: (uid: string) => Promise<boolean> }
  config: Pick<Platform['config'], 'secret' | 'sessionMaxAge'>
  metrics?: Pick<Metrics, 'sessionChecked'> | undefined
  /** A number from 0 to below 1. */
  random?: () => number
  /** Resolves after so many milliseconds. */
  wait?: (milliseconds: number) => Promise<unknown>
}

/** Milliseconds. A session that ended elsewhere ends here within 2 s. */
const MAX_PAUSE = 1_500
const SIGN_IN_LOOKUP_DEADLINE = SECOND
/** Milliseconds from the creation of an account to its first session. */
const CREATED_WITHIN = MINUTE

export type SessionService = ReturnType<typeof createSessionService>

/** Creates, checks and ends sessions. */
export function createSessionService(deps: Deps) {
  const { identity, store, clock, admission, metrics, random = Math.random, wait = waitFor } = deps
  const { secret, sessionMaxAge: maxAge } = deps.config
  const audit = deps.audit.record
  const ended = createSubscribers<[id?: string]>()
  const registry = createSessionRegistry({
    store,
    clock,
    audit,
    onEnd(id) {
      checks.forget(id)
      void ended.emit(id)
    },
    onMissedEnds() {
      checks.forgetAll()
      void ended.emit()
    },
  })
  const accountRecords = createAccountRecords({ identity, admit: admission.admit, clock })
  const checks = createSessionChecks({ identity, accountRecords, registry, clock, maxAge })
  /** After a pause, requests arrive before the ends of sessions during it: each is checked against the store. */
  const noticePause = watchForStalls(MAX_PAUSE, checks.forgetAll)
  const peek = (cookie: string) => {
    noticePause()
    return checks.recall(cookie)
  }
  const recall = (cookie: string) => {
    const known = peek(cookie)
    if (known) metrics?.sessionChecked('remembered')
    return known
  }

  /**
   * Tells the sign-ins of a user before a sign-out from those after it, by the provider's clock, because ours may
   * differ. Other devices' sign-ins are among them.
   */
  async function latestSignIn({ uid, authTime }: TokenClaims): Promise<number> {
    const inTime = startDeadline(SIGN_IN_LOOKUP_DEADLINE, () => new IdentityError('unavailable'))
    // A sign-out must not depend on the provider. Its own sign-in is known without it.
    const { lastSignInAt } = await inTime(identity.lookupUser(uid)).catch(() => ({ lastSignInAt: 0 }))
    return Math.max(authTime, lastSignInAt)
  }

  /** The times of sign-ins are whole seconds: the answer to a sign-out comes in a later one than the sign-in's. */
  async function secondPassed(second: number) {
    const remaining = second + SECOND - clock()
    if (remaining > 0) await wait(Math.min(remaining, SECOND))
  }

  async function forgetSessions(uid: string): Promise<void> {
    await registry.forgetAllOf(uid)
    accountRecords.evict(uid)
  }

  return {
    /**
     * Called within about a second with each session that ended on any replica; without an id when any session may
     * have ended.
     */
    onEnd: ended.subscribe,

    verification: createVerification({ secret, identity }),

    own: createOwnSessions({ store, clock, audit, registry, maxAge }),

    exchange: createTokenExchange({
      identity,
      accountRecords,
      registry,
      checks,
      clock,
      maxAge,
      random,
      replaceUnproven: createUnprovenAccounts({
        identity,
        audit,
        isMember: admission.isMember,
        forgetSessions,
      }),
    }),

    /** The cached result for a cookie that was checked within the last 30 seconds. */
    recall,

    /** The same, for code that runs before the check of a request and is not counted as one. */
    peek,

    /**
     * @param fresh bypasses the cache and asks the provider and the store
     * @throws Failure 401, or 503 when it cannot be checked
     */
    async authenticate(cookie: string, { fresh = false } = {}): Promise<SessionContext> {
      const known = fresh ? undefined : recall(cookie)
      if (known) return known
      try {
        const { identified, account } = await checks.check(cookie, { fresh })
        const context = checks.remember(identified, account)
        metrics?.sessionChecked('checked')
        return context
      } catch (error) {
        metrics?.sessionChecked(sessionFailure(error).status === 401 ? 'refused' : 'unavailable')
        throw error
      }
    },

    /**
     * Succeeds for an invalid cookie: there is no session to end.
     * @returns the ended session's user and their latest sign-in so far
     */
    async logout(
      cookie: string,
      requestId: string,
    ): Promise<{ uid: string; signedInAt: number } | undefined> {
      try {
        const session = await checks.identify(cookie)
        const fact = { action: 'session.ended', actor: session.uid, requestId }
        const [signedInAt, endedIds] = await Promise.all([
          latestSignIn(session.claims),
          registry.end(session, fact),
        ])
        for (const id of endedIds) checks.forget(id)
        await secondPassed(signedInAt)
        return { uid: session.uid, signedInAt }
      } catch (error) {
        const failure = sessionFailure(error)
        if (failure.status !== 401) throw failure
        return undefined
      }
    },

    /**
     * Whether the account exists and is not disabled, known for 5 s. @throws Failure 503 when the provider is unreachable
     */
    isAccountUsable: (uid: string): Promise<boolean> =>
      accountRecords.isUsable(uid).catch((error: unknown) => {
        throw sessionFailure(error)
      }),

    /** Ends every session and refresh token of the user, on every device. */
    async logoutEverywhere({ id, claims }: SessionContext, requestId: string): Promise<void> {
      const { uid, expiresAt: cookieExpiresAt } = claims
      const fact = { action: 'session.ended_everywhere', actor: uid, requestId }
      try {
        await identity.revokeRefreshTokens(uid)
        await registry.endAll({ id, uid, cookieExpiresAt }, fact)
        await secondPassed(Math.floor(clock() / SECOND) * SECOND)
      } catch (error) {
        throw sessionFailure(error)
      } finally {
        accountRecords.evict(uid)
      }
    },

    /** Does the same for another person, on behalf of an admin. A person without an account has no session either. */
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

    /** Resolves once sessions that ended on other replicas have ended here too, within 2 s. */
    syncEnds: registry.syncEnds,

    /** Call it with each member that was written, on any replica. */
    memberChanged: accountRecords.memberChanged,

    /** Works long after the end, for things that outlast a session. */
    wasEnded: (id: string) => wasEnded(store, id),

    /** Call it after a change of someone's permissions: their next request is checked without the cache. */
    evict: (uid: string) => accountRecords.evict(uid),

    evictAll: accountRecords.evictAll,

    /** The device on which an account was created, by its first session. Empty when not known. */
    async firstDevice(uid: string, createdAt: number): Promise<Device> {
      const isFirst = ({ signedInAt }: SessionRecord) =>
        signedInAt !== undefined && Date.parse(signedInAt) < createdAt + CREATED_WITHIN
      const { browser, system } = (await registry.ofUser(uid)).find(isFirst) ?? {}
      return { browser, system }
    },

    /** The end of each of the user's sessions, with its device. */
    async exportOf(uid: string) {
      const records = await registry.ofUser(uid)
      return records.map(({ expiresAt, live, signedInAt, lastSeenAt, browser, system }) => ({
        expiresAt,
        live,
        signedInAt,
        lastSeenAt,
        browser,
        system,
      }))
    },

    /** Called for an account that the provider has already deleted. */
    forget: forgetSessions,

    /** Deletes the records of expired cookies. */
    deleteExpired: () => registry.deleteExpired(),
  }
}

export const sessionsAccountData = (service: SessionService) =>
  exported(
    { name: 'sessions', collections: [sessions, sessionEnds], schema: ExportedSessionsSchema },
    service,
  )

/** Whether the session, or the latest of its successors, was ended. Expired sessions were not. */
async function wasEnded(store: Reader, id: string): Promise<boolean> {
  const record = await store.get(sessions, id)
  if (!record || record.live) return false
  return record.replaced ? wasEnded(store, record.replaced.by) : true
}
