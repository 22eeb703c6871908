import { LRUCache } from 'lru-cache'

import { SESSION } from '#shared/accounts/session-limits.ts'
import type { Session } from '#shared/accounts/sessions.ts'
import { SECOND } from '#shared/lib/durations.ts'
import type { Identity, TokenClaims } from '#server/identity/port.ts'
import type { AuditFact } from '#server/modules/operations/audit/types.ts'
import { maxEntries } from '#server/lib/max-entries.ts'
import type { Clock } from '#server/lib/clock.ts'
import { createConcurrencyLimit } from '#server/lib/concurrency/concurrency-limit.ts'
import { startDeadline } from '#server/lib/concurrency/deadline.ts'
import { Failure } from '#server/lib/failure.ts'
import type { Device } from '#server/lib/device.ts'

import { CHECK_DEADLINE, type Identified, type SessionChecks } from './checks.ts'
import { recentLoginRequired, sessionEnded, sessionUnavailable, tokenFailure } from './failures.ts'
import type { SignOuts } from './cookie.ts'
import type { SessionRegistry } from './registry.ts'
import { assertGood, type AccountRecords } from './account-records.ts'

interface Deps {
  identity: Identity
  accountRecords: AccountRecords
  registry: SessionRegistry
  checks: SessionChecks
  clock: Clock
  maxAge: number
  random: () => number
  replaceUnproven: (claims: TokenClaims, requestId: string) => Promise<void>
}

interface Exchanged {
  cookie: string
  session: Session
  /** Epoch milliseconds. */
  expiresAt: number
}

interface Context {
  currentCookie?: string | undefined
  /** In this browser. */
  signOuts: SignOuts
  requestId: string
  device: Device
}

interface Opening {
  idToken: string
  claims: TokenClaims
  old: Identified | undefined
  device: Device
  fact: AuditFact
  inTime: InTime
}

type InTime = ReturnType<typeof startDeadline>

/** Concurrent exchanges in this process: few enough that none misses its deadline because of the others. */
const MAX_CONCURRENCY = 32
/** Milliseconds after which a waiting exchange is given up. */
const MAX_WAIT = 15 * SECOND
const MINTS = 8
/** Maximum seconds by which the expiry is shortened for a cookie that may exist already. */
const SPREAD = 600
/** Cookies that were minted further apart differ by the second of their issue. */
const SAME_SECOND = 2 * SECOND
const MAX_REMEMBERED_MINTS = 10_000

export function createTokenExchange({
  identity,
  accountRecords,
  registry,
  checks,
  clock,
  maxAge,
  random,
  replaceUnproven,
}: Deps) {
  /** @throws Failure 503 during an outage, because treating it as "none" would end a live session */
  async function liveSession(cookie: string | undefined): Promise<Identified | undefined> {
    if (cookie === undefined) return undefined
    try {
      return (await checks.check(cookie, { fresh: true, evenReplaced: true })).identified
    } catch (error) {
      if (error instanceof Failure && error.status === 401) return undefined
      throw error
    }
  }

  /** Seconds by which the expiries of the latest cookies were shortened, by user. */
  const shortened = new LRUCache<string, Set<number>>({
    ...maxEntries(MAX_REMEMBERED_MINTS),
    ttl: SAME_SECOND,
    perf: { now: clock },
  })

  /** Seconds by which no other cookie of the user has been shortened here just now. */
  function newShortening(uid: string) {
    const taken = shortened.get(uid) ?? new Set()
    let seconds = 0
    while (taken.has(seconds) && taken.size < SPREAD) seconds = 1 + Math.floor(random() * SPREAD)
    shortened.set(uid, taken.add(seconds))
    return seconds
  }

  /**
   * Two mints within a second give the same cookie unless their expiries differ, and the earlier one may have ended
   * since, or end with the other. So a cookie that is already on record, from another replica, is minted again.
   */
  async function openSession({ idToken, claims, old, device, fact, ...opening }: Opening) {
    let { inTime } = opening
    for (let mint = 0; mint < MINTS; mint++) {
      const remaining = Math.min(maxAge, claims.authTime + maxAge - clock())
      const shorterBy = newShortening(claims.uid)
      const cookie = await inTime(
        identity.mintSessionCookie(idToken, lifetime(remaining, shorterBy * SECOND)),
      )
      const minted = await inTime(checks.identify(cookie).catch(asOutage))
      const session = { ...minted, authTime: claims.authTime, device }
      const outcome = await registry.open(session, old, fact)
      if (outcome === 'ended') throw sessionEnded()
      if (outcome === 'opened') return { cookie, minted }
      // When both wrote the same record, the store has taken its own time.
      inTime = startCheckDeadline()
    }
    throw sessionUnavailable(new Error('Every minted cookie already existed.'))
  }

  const limit = createConcurrencyLimit(MAX_CONCURRENCY)

  async function exchange(
    idToken: string,
    { currentCookie, signOuts, requestId, device }: Context,
  ): Promise<Exchanged> {
    // The store's commit is not subject to the deadline: 503 must mean that the old session is still live.
    const inTime = startCheckDeadline()
    try {
      const claims = await inTime(identity.verifyIdToken(idToken))
      if (claims.authTime <= (signOuts.get(claims.uid) ?? 0)) throw sessionEnded()
      const current = await inTime(liveSession(currentCookie))
      const renews = current?.uid === claims.uid
      const age = clock() - claims.authTime
      // A sign-in in the future has failed above, as `premature`, with the same answer.
      if (age >= maxAge || (!renews && age > SESSION.recentSignIn)) throw recentLoginRequired()
      if (!renews) await inTime(replaceUnproven(claims, requestId))
      // An address that was changed at the provider moments ago is in the token before it is in the cache.
      const fresh = !renews || claims.email !== current.claims.email
      const account = await inTime(accountRecords.of(claims.uid, { fresh }))
      assertGood(account, claims)
      const fact = { ...factOf(claims.uid, current?.uid), requestId }
      const { cookie, minted } = await openSession({ idToken, claims, old: current, device, fact, inTime })
      if (current) checks.forget(current.id)
      const { view, expiresAt } = checks.remember(minted, account)
      return { cookie, session: view, expiresAt }
    } catch (error) {
      throw tokenFailure(error)
    }
  }

  /** Hundreds sign in within a minute when an event begins: the deadline excludes waiting for each other. */
  return (idToken: string, context: Context): Promise<Exchanged> => {
    const waitUntil = performance.now() + MAX_WAIT
    return limit(async () => {
      if (performance.now() > waitUntil) throw sessionUnavailable(new Error('Too many concurrent exchanges.'))
      return exchange(idToken, context)
    })
  }
}

const startCheckDeadline = () => startDeadline(CHECK_DEADLINE, () => sessionUnavailable('deadline'))

/**
 * The provider mints no cookie for less than five minutes; the server still ends the session on time.
 * @param remaining milliseconds until then
 */
function lifetime(remaining: number, shorterBy: number) {
  const wanted = Math.max(Math.ceil(remaining / SECOND) * SECOND, SESSION.shortestMaxAge)
  return wanted - shorterBy >= SESSION.shortestMaxAge ? wanted - shorterBy : wanted + shorterBy
}

function factOf(uid: string, before: string | undefined): AuditFact {
  if (before === undefined) return { action: 'session.exchanged', actor: uid }
  if (before === uid) return { action: 'session.renewed', actor: uid }
  return { action: 'session.switched', actor: uid, target: before }
}

/** The provider minted a cookie that does not verify. That is an outage, not a refusal. */
const asOutage = (error: unknown): never => {
  throw sessionUnavailable(error)
}
