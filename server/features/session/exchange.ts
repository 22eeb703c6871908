import { LRUCache } from 'lru-cache'

import { SESSION } from '#shared/constants.ts'
import type { Session } from '#shared/session.ts'
import type { Identity, TokenClaims } from '#server/identity/port.ts'
import type { AuditFact } from '#server/features/audit/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import { createConcurrencyLimit } from '#server/lib/concurrency-limit.ts'
import { startDeadline } from '#server/lib/deadline.ts'
import { Failure } from '#server/lib/failure.ts'

import { CHECK_DEADLINE, type Identified, type SessionChecks } from './checks.ts'
import { recentLoginRequired, sessionEnded, sessionUnavailable, tokenFailure } from './failures.ts'
import type { Device } from './device.ts'
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
}

export interface Exchanged {
  cookie: string
  session: Session
  /** Epoch milliseconds. */
  expiresAt: number
}

interface Context {
  currentCookie?: string | undefined
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

/** Exchanges under way in this process: so many that none of them misses its deadline for the others. */
const MOST_AT_ONCE = 32
/** Milliseconds after which an exchange that waits for others is given up. */
const MOST_WAITING = 15_000
const MINTS = 8
/** Seconds. A cookie that may exist already is minted with an expiry that is up to this much shorter. */
const SPREAD = 600
/** Cookies that were minted further apart differ by the second of their issue. */
const SAME_SECOND = 2_000
const REMEMBERED_MINTS = 10_000

export function createExchange({ identity, accountRecords, registry, checks, clock, maxAge, random }: Deps) {
  /** @throws Failure 503 during an outage, since treating it as "none" would end a live session */
  async function liveSession(cookie: string | undefined): Promise<Identified | undefined> {
    if (cookie === undefined) return undefined
    try {
      return (await checks.check(cookie, { fresh: true, evenReplaced: true })).identified
    } catch (error) {
      if (error instanceof Failure && error.status === 401) return undefined
      throw error
    }
  }

  /** By user: by how many seconds the expiries of the latest cookies were shortened. */
  const shortened = new LRUCache<string, Set<number>>({
    max: REMEMBERED_MINTS,
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
   * Two mints within a second give the same cookie unless their expiries differ, and one that was given out before may
   * have ended since, or end with the other: so a cookie that is on record already, by another replica, is minted again.
   */
  async function openSession({ idToken, claims, old, device, fact, ...opening }: Opening) {
    let { inTime } = opening
    for (let mint = 0; mint < MINTS; mint++) {
      const remaining = Math.min(maxAge, claims.authTime + maxAge - clock())
      const shorterBy = newShortening(claims.uid)
      const cookie = await inTime(identity.mintSessionCookie(idToken, lifetime(remaining, shorterBy * 1_000)))
      const minted = await inTime(checks.identify(cookie).catch(asOutage))
      const session = { ...minted, authTime: claims.authTime, device }
      const outcome = await registry.open(session, old, fact)
      if (outcome === 'ended') throw sessionEnded()
      if (outcome === 'opened') return { cookie, minted }
      // Where both wrote the same record, the store has taken its own time.
      inTime = startCheckDeadline()
    }
    throw sessionUnavailable('every minted cookie existed already')
  }

  const limit = createConcurrencyLimit(MOST_AT_ONCE)

  async function exchange(
    idToken: string,
    { currentCookie, requestId, device }: Context,
  ): Promise<Exchanged> {
    // The store's commit is not subject to the deadline: 503 must mean that the old session is still live.
    const inTime = startCheckDeadline()
    try {
      const claims = await inTime(identity.verifyIdToken(idToken))
      const current = await inTime(liveSession(currentCookie))
      const renews = current?.uid === claims.uid
      const age = clock() - claims.authTime
      // A sign-in in the future has failed above, as `premature`, with the same answer.
      if (age >= maxAge || (!renews && age > SESSION.recentSignIn)) throw recentLoginRequired()
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

  /** Hundreds sign in within a minute when an event begins: the deadline does not include waiting for each other. */
  return (idToken: string, context: Context): Promise<Exchanged> => {
    const waitUntil = performance.now() + MOST_WAITING
    return limit(async () => {
      if (performance.now() > waitUntil) throw sessionUnavailable('too many at once')
      return exchange(idToken, context)
    })
  }
}

const startCheckDeadline = () => startDeadline(CHECK_DEADLINE, () => sessionUnavailable('deadline'))

/**
 * The provider mints nothing shorter than five minutes; the server ends the session on time all the same.
 * @param remaining milliseconds until then
 */
function lifetime(remaining: number, shorterBy: number) {
  const wanted = Math.max(Math.ceil(remaining / 1_000) * 1_000, SESSION.shortestMaxAge)
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
