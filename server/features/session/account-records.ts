import { LRUCache } from 'lru-cache'

import { type Identity, IdentityError, type IdentityUser, type TokenClaims } from '#server/identity/port.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Membership } from '#shared/session.ts'

/** Makes a verified person a member at first sight; afterwards says what became of them. */
export type Admit = (user: { uid: string; email: string; emailVerified: boolean }) => Promise<Membership>

export interface AccountRecord {
  user: IdentityUser
  member: Membership | undefined
  /** Epoch milliseconds; 0 once evicted, which every session that holds it notices. */
  freshUntil: number
}

const FRESH_FOR = 30_000
/** Short, so that a person who just verified the address gets in. */
const UNVERIFIED_FRESH_FOR = 10_000
const REMEMBERED_USERS = 10_000

export type AccountRecords = ReturnType<typeof createAccountRecords>

/** What the provider and the member's document say of a user, looked up once however many ask. */
export function createAccountRecords({
  identity,
  admit,
  clock,
}: {
  identity: Identity
  admit: Admit
  clock: Clock
}) {
  const known = new LRUCache<string, AccountRecord>({ max: REMEMBERED_USERS })
  const underWay = new Map<string, Promise<AccountRecord>>()

  async function lookUp(uid: string): Promise<AccountRecord> {
    const askedAt = clock()
    const user = await identity.lookupUser(uid)
    const { email, emailVerified } = user
    const member =
      emailVerified && email && !user.disabled ? await admit({ uid, email, emailVerified }) : undefined
    return { user, member, freshUntil: askedAt + (member ? FRESH_FOR : UNVERIFIED_FRESH_FOR) }
  }

  function start(uid: string): Promise<AccountRecord> {
    const work = lookUp(uid)
      .then((standing) => {
        // Evicted while it was looked up: good for those who asked before, but not to be kept.
        if (underWay.get(uid) === work) known.set(uid, standing)
        else standing.freshUntil = 0
        return standing
      })
      .finally(() => {
        if (underWay.get(uid) === work) underWay.delete(uid)
      })
    underWay.set(uid, work)
    return work
  }

  function evict(uid: string) {
    const standing = known.get(uid)
    if (standing) standing.freshUntil = 0
    known.delete(uid)
    underWay.delete(uid)
  }

  return {
    evict,

    async of(uid: string, { fresh = false } = {}): Promise<AccountRecord> {
      if (fresh) evict(uid)
      const standing = known.get(uid)
      if (standing && clock() < standing.freshUntil) return standing
      return underWay.get(uid) ?? start(uid)
    },
  }
}

/** @throws IdentityError when the account was disabled, or its sessions revoked, after the person signed in */
export function assertGood({ user }: AccountRecord, { authTime }: TokenClaims) {
  if (user.disabled) throw new IdentityError('disabled')
  if (authTime < user.tokensValidAfter) throw new IdentityError('revoked')
}
