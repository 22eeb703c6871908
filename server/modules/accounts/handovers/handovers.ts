import { randomBytes } from 'node:crypto'

import { DAY, MINUTE } from '#shared/lib/durations.ts'
import * as m from '#shared/accounts/messages.ts'
import { type Identity, IdentityError } from '#server/identity/port.ts'
import type { RecordAudit } from '#server/modules/operations/audit/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { unavailable } from '#server/lib/failure.ts'
import { deleteBefore } from '#server/store/delete-before.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { type Handover, handoverId, handovers, hashOfCode } from './collection.ts'

export interface Link {
  /** The address whose mail the person reads. */
  email: string
  code: string
  action: string
}

interface Deps {
  store: Store
  identity: Pick<Identity, 'updateUser' | 'revokeRefreshTokens'>
  clock: Clock
  audit: RecordAudit
}

/** Milliseconds for which an interrupted hand-over can be continued, and admits no one with the address. */
const CONTINUABLE = 15 * MINUTE
/** Longer than any link of the provider works. */
const GUARDED = 7 * DAY

export type Handovers = ReturnType<typeof createHandovers>

/** The hand-overs that are stored, and the rules that admission gets from them. */
export function createHandovers({ store, identity, clock, audit }: Deps) {
  const isCurrent = ({ expiresAt }: Handover) => Date.parse(expiresAt) > clock()

  async function of(reader: Pick<Reader, 'get'>, email: string) {
    const handover = await reader.get(handovers, handoverId(email))
    return handover && isCurrent(handover) ? handover : undefined
  }

  return {
    /** The hand-over that a link has begun. The provider may not know its code any more. */
    async ofCode(code: string): Promise<Handover | undefined> {
      const where = { codeHash: hashOfCode(code) }
      const [handover] = (await store.find(handovers, { where, limit: 1 })).items
      return handover && isCurrent(handover) ? handover : undefined
    },

    /**
     * From now on no one is admitted with the address. Read the provider's account after this: if it becomes verified
     * later, it becomes no member's.
     * @returns the account that has the address by an earlier hand-over, and the start of this one if it is continued
     */
    begin: (link: Link) =>
      store.transact(async (tx) => {
        const before = await of(tx, link.email)
        const now = clock()
        const handover = toHandover(link)
        const isContinued = before?.codeHash === handover.codeHash
        const startedAt = isContinued ? before.startedAt : isoInstant(now)
        tx.put(handovers, {
          ...handover,
          startedAt,
          owner: before?.owner,
          expiresAt: isoInstant(now + CONTINUABLE),
        })
        return { owner: before?.owner, continuedFrom: isContinued ? Date.parse(startedAt) : undefined }
      }),

    /** Ends a hand-over that has changed nothing. */
    abandon: (email: string) => store.transact(async (tx) => tx.delete(handovers, handoverId(email))),

    finish(tx: Transaction, link: Link, owner?: string) {
      const now = isoInstant(clock())
      const expiresAt = isoInstant(clock() + GUARDED)
      tx.put(handovers, {
        ...toHandover(link),
        startedAt: now,
        finishedAt: now,
        expiresAt,
        owner,
      })
    },

    /** @throws Failure 503 while the address passes to another account */
    async assertFree(reader: Pick<Reader, 'get'>, email: string) {
      const handover = await of(reader, email)
      if (handover && !handover.finishedAt) throw unavailable('address_handover', m.handoverInProgress())
    },

    /**
     * Undoes a change of address that was requested before the hand-over, by whoever had the account then. The owner
     * gets in again with a new password.
     * @param email that the provider has now
     * @throws IdentityError
     */
    async assertOwnChange(member: { id: string; email: string }, email: string) {
      const handover = member.email === email ? undefined : await of(store, member.email)
      if (handover?.owner !== member.id) return
      const change = {
        email: member.email,
        emailVerified: false,
        password: randomBytes(32).toString('base64url'),
      }
      await identity.updateUser(member.id, change)
      await identity.revokeRefreshTokens(member.id)
      await audit({ action: 'account.email_change_undone', actor: null, target: member.id })
      throw new IdentityError('revoked')
    },

    /** Call it when the owner starts a change of the address. */
    allowChange: (email: string) => store.transact(async (tx) => tx.delete(handovers, handoverId(email))),

    deleteExpired: () => deleteBefore(store, handovers, 'expiresAt', isoInstant(clock())),
  }
}

const toHandover = ({ email, code, action }: Link) => ({
  id: handoverId(email),
  email: email.toLowerCase(),
  codeHash: hashOfCode(code),
  action,
})

export const handoversAccountData = {
  name: 'handovers',
  collections: [handovers],
  exportOf: 'Of an address that passed to the person; deleted after a week.',
  forget: 'Expires after a week, and holds nothing but the address and the id.',
}
