import { LRUCache } from 'lru-cache'

import { SECOND } from '#shared/lib/durations.ts'
import { type Identity, IdentityError, type TokenClaims } from '#server/identity/port.ts'
import { maxEntries } from '#server/lib/max-entries.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { startDeadline } from '#server/lib/concurrency/deadline.ts'

import { sessionHashOf, sessionIdOf } from './collection.ts'
import {
  sessionEnded,
  sessionFailure,
  SessionRefusal,
  sessionReplaced,
  sessionUnavailable,
} from './failures.ts'
import type { KnownSession, SessionRegistry, SessionState } from './registry.ts'
import { assertGood, type AccountRecord, type AccountRecords } from './account-records.ts'
import type { SessionContext } from './types.ts'

interface Deps {
  identity: Identity
  accountRecords: AccountRecords
  registry: SessionRegistry
  clock: Clock
  maxAge: number
}

/** A cookie with a valid signature. The end of the session and the state of the account are not checked yet. */
export interface Identified extends KnownSession {
  claims: TokenClaims
  expiresAt: number
}

interface Remembered {
  context: SessionContext
  account: AccountRecord
  until: number
}

const CACHE_LIFETIME = 30 * SECOND
const MAX_CACHED_SESSIONS = 10_000
/** Milliseconds within which a check answers, with 503 if it cannot decide. */
export const CHECK_DEADLINE = 3 * SECOND

export type SessionChecks = ReturnType<typeof createSessionChecks>

export function createSessionChecks({ identity, accountRecords, registry, clock, maxAge }: Deps) {
  const remembered = new LRUCache<string, Remembered>(maxEntries(MAX_CACHED_SESSIONS))

  /** Local, apart from fetching keys. */
  async function identify(cookie: string): Promise<Identified> {
    const claims = await identity.verifySessionCookie(cookie)
    const expiresAt = Math.min(claims.expiresAt, claims.authTime + maxAge)
    if (expiresAt <= clock()) throw new IdentityError('expired')
    return { id: sessionIdOf(cookie), uid: claims.uid, claims, expiresAt, cookieExpiresAt: claims.expiresAt }
  }

  async function verify(cookie: string, fresh: boolean, evenReplaced: boolean): Promise<Checked> {
    const identified = await identify(cookie)
    try {
      const state = await registry.stateOf(identified.id)
      assertLive(evenReplaced && state === 'replaced' ? 'live' : state)
      const account = await accountRecords.of(identified.uid, { fresh })
      assertGood(account, identified.claims)
      return { identified, account }
    } catch (error) {
      throw new SessionRefusal(identified, sessionFailure(error))
    }
  }

  function remember(identified: Identified, account: AccountRecord): SessionContext {
    const context = toContext(identified, account)
    assertLive(registry.stateHere(context.id))
    remembered.set(context.id, {
      context,
      account,
      until: Math.min(clock() + CACHE_LIFETIME, context.expiresAt),
    })
    return context
  }

  return {
    identify,
    remember,

    recall(cookie: string): SessionContext | undefined {
      const entry = remembered.get(sessionIdOf(cookie))
      if (entry === undefined) return undefined
      const now = clock()
      return now < entry.until && now < entry.account.freshUntil ? entry.context : undefined
    },

    forget: (id: string) => remembered.delete(id),

    forgetAll: () => remembered.clear(),

    /**
     * @param evenReplaced for an exchange: tabs renew at the same moment, and the slower one still has the cookie
     * that the faster one has just replaced
     * @throws Failure 401, or 503 when it cannot be checked
     */
    async check(cookie: string, { fresh = false, evenReplaced = false } = {}): Promise<Checked> {
      const inTime = startDeadline(CHECK_DEADLINE, () => sessionUnavailable('deadline'))
      try {
        return await inTime(verify(cookie, fresh, evenReplaced))
      } catch (error) {
        throw sessionFailure(error)
      }
    },
  }
}

export interface Checked {
  identified: Identified
  account: AccountRecord
}

function assertLive(state: SessionState) {
  if (state === 'ended') throw sessionEnded()
  if (state === 'replaced') throw sessionReplaced()
}

function toContext({ id, claims, expiresAt }: Identified, { user, member }: AccountRecord): SessionContext {
  const email = user.email ?? null
  return {
    id,
    claims,
    expiresAt,
    user,
    member,
    actor: member && { id: user.uid, email: email ?? '', role: member.role, sessionHash: sessionHashOf(id) },
    view: {
      authenticated: true,
      user: { uid: user.uid, email, emailVerified: user.emailVerified, member },
      authTime: isoInstant(claims.authTime),
      expiresAt: isoInstant(expiresAt),
    },
  }
}
