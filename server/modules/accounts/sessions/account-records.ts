import { isDeepStrictEqual } from 'node:util'

import { LRUCache } from 'lru-cache'

import { SECOND } from '#shared/lib/durations.ts'
import { type Identity, IdentityError, type IdentityUser, type TokenClaims } from '#server/identity/port.ts'
import { maxEntries } from '#server/lib/max-entries.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Membership } from '#shared/accounts/sessions.ts'

/** Makes a verified person a member at their first sign-in; returns their current membership. */
export type Admit = (user: { uid: string; email: string; emailVerified: boolean }) => Promise<Membership>

export interface AccountRecord {
  user: IdentityUser
  member: Membership | undefined
  /** Epoch milliseconds; 0 once evicted, which every session that refers to it notices. */
  freshUntil: number
}

const FRESH_FOR = 30 * SECOND
/** Short, so that a person who just verified the address gets in. */
const UNVERIFIED_FRESH_FOR = 10 * SECOND
/** Short, so that a person who was just invited gets in. */
const UNINVITED_FRESH_FOR = 2 * SECOND
/** Programs ask once a minute or less often: a longer time would save nothing. */
const USABLE_FRESH_FOR = 5 * SECOND
const MAX_CACHED_USERS = 10_000

export type AccountRecords = ReturnType<typeof createAccountRecords>

/** The provider's record and the membership of a user, cached, with one lookup in flight per user. */
export function createAccountRecords({
  identity,
  admit,
  clock,
}: {
  identity: Identity
  admit: Admit
  clock: Clock
}) {
  const known = new LRUCache<string, AccountRecord>(maxEntries(MAX_CACHED_USERS))
  const inFlight = new Map<string, Promise<AccountRecord>>()
  /** Lookups that start when the pending one has ended. */
  const following = new Map<string, Promise<AccountRecord>>()

  async function lookUp(uid: string): Promise<AccountRecord> {
    const askedAt = clock()
    const user = await identity.lookupUser(uid)
    const { email, emailVerified } = user
    const member =
      emailVerified && email && !user.disabled ? await admit({ uid, email, emailVerified }) : undefined
    return { user, member, freshUntil: askedAt + lifetimeOf(member) }
  }

  function start(uid: string): Promise<AccountRecord> {
    const work = lookUp(uid)
      .then((account) => {
        // Evicted during the lookup: valid for the calls that wait for it, but not cached.
        if (inFlight.get(uid) === work) known.set(uid, account)
        else account.freshUntil = 0
        return account
      })
      .finally(() => {
        if (inFlight.get(uid) === work) inFlight.delete(uid)
      })
    inFlight.set(uid, work)
    return work
  }

  function evict(uid: string) {
    const account = known.get(uid)
    if (account) account.freshUntil = 0
    known.delete(uid)
    inFlight.delete(uid)
  }

  /** All calls during a lookup share the next one: the pending one may have read too early for them. */
  function lookUpAfresh(uid: string): Promise<AccountRecord> {
    const current = inFlight.get(uid)
    const restart = () => {
      following.delete(uid)
      evict(uid)
      return start(uid)
    }
    return current ? following.getOrInsertComputed(uid, () => current.then(restart, restart)) : restart()
  }

  /** Without `admit`, which counts as the member's activity: programs call it day and night. */
  const usable = new LRUCache<string, boolean>({
    ...maxEntries(MAX_CACHED_USERS),
    ttl: USABLE_FRESH_FOR,
    perf: { now: clock },
    fetchMethod: (uid) => identity.lookupUser(uid).then(({ disabled }) => !disabled, falseIfNotFound),
  })

  return {
    evict,

    /**
     * Whether the account exists and is not disabled, known for 5 s. For secret links, which need no session.
     * @throws IdentityError during an outage
     */
    isUsable: async (uid: string): Promise<boolean> => (await usable.fetch(uid)) ?? false,

    evictAll: () => [...known.keys(), ...inFlight.keys()].forEach(evict),

    /** Evicts outdated records. */
    memberChanged(uid: string, membership: Membership) {
      const member = known.get(uid)?.member
      if (member ? !isDeepStrictEqual(member, membership) : inFlight.has(uid)) evict(uid)
    },

    async of(uid: string, { fresh = false } = {}): Promise<AccountRecord> {
      if (fresh) return lookUpAfresh(uid)
      const account = known.get(uid)
      if (account && clock() < account.freshUntil) return account
      return inFlight.get(uid) ?? start(uid)
    },
  }
}

/**
 * @throws IdentityError when the account was disabled, or its sessions revoked, after the person signed in, or when the
 * password with which they did is gone: a sign-in with Google removes that of an unverified account
 */
export function assertGood({ user }: AccountRecord, { authTime, method }: TokenClaims) {
  if (user.disabled) throw new IdentityError('disabled')
  if (authTime < user.tokensValidAfter) throw new IdentityError('revoked')
  if (method === 'password' && !user.hasPassword) throw new IdentityError('revoked')
}

function falseIfNotFound(error: unknown) {
  if (error instanceof IdentityError && error.kind === 'user_not_found') return false
  throw error
}

function lifetimeOf(member: Membership | undefined) {
  if (!member) return UNVERIFIED_FRESH_FOR
  return member.status === 'uninvited' ? UNINVITED_FRESH_FOR : FRESH_FOR
}
