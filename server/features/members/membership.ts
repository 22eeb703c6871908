import type { RecordAudit } from '#server/features/audit/types.ts'
import { allOf } from '#server/lib/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'
import type { MembershipRecord } from './types.ts'
import type { MemberWriter } from './writer.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
  write: MemberWriter['write']
  accountChanged: (id: string) => void
  /** Called after a membership was decided about; repeating it changes nothing. Never rejects. */
  membershipChanged: (id: string) => Promise<void>
}

/** The actor's view of everyone who is an active admin, as part of the same transaction. */
type Change = (
  before: MembershipRecord,
  admins: readonly MembershipRecord[],
  tx: Transaction,
) => Promise<MembershipRecord> | MembershipRecord

/** Everyone who can act as an admin. In a transaction nobody joins or leaves them before it commits. */
export const activeAdmins = (reader: Pick<Reader, 'find'>) =>
  allOf(reader, members, { where: { role: 'admin', status: 'active' } })

/** Role and status of members, for those who decide about them. */
export function createMembership({ store, clock, audit, write, accountChanged, membershipChanged }: Deps) {
  const isDue = ({ status, suspendedUntil }: MemberDocument) =>
    status === 'suspended' && suspendedUntil !== undefined && suspendedUntil <= isoInstant(clock())

  return {
    /** In the order of the ids, with `undefined` for those who never were members, and the active admins. */
    memberships: async (
      ids: readonly string[],
    ): Promise<{ found: (MembershipRecord | undefined)[]; admins: readonly MembershipRecord[] }> => {
      const [found, admins] = await Promise.all([store.getMany(members, ids), activeAdmins(store)])
      return { found, admins }
    },

    /**
     * Writes role, status and what explains it, if `change` returns another object than it was given.
     * @throws Failure 404 for an unknown id, and what `change` throws
     */
    async changeMembership(id: string, change: Change): Promise<MembershipRecord> {
      const after = await write(id, async (before, tx) => {
        const changed = await change(before, await activeAdmins(tx), tx)
        if (changed === before) return before
        const { statusReason: _, suspendedUntil: __, ...rest } = before
        const { role, status, statusReason, suspendedUntil } = changed
        return {
          ...rest,
          role,
          status,
          ...(statusReason && { statusReason }),
          ...(suspendedUntil && { suspendedUntil }),
        }
      })
      accountChanged(id)
      // Also when nothing changed: it may have failed after the first attempt was stored.
      await membershipChanged(id)
      return after
    },

    /** Restores members whose suspension has ended; each exactly once, on whichever replica. */
    async endDueSuspensions(): Promise<void> {
      const range = { lte: isoInstant(clock()) }
      for (const { id } of await allOf(store, members, { orderBy: 'suspendedUntil', range })) {
        await write(id, async (before, tx) => {
          if (!isDue(before)) return before
          const { statusReason: _, suspendedUntil: __, ...rest } = before
          await audit(
            {
              action: 'member.suspension_ended',
              actor: null,
              target: id,
              before: { status: 'suspended' },
              after: { status: 'active' },
            },
            tx,
          )
          return { ...rest, status: 'active' }
        })
        accountChanged(id)
        await membershipChanged(id)
      }
    },
  }
}
