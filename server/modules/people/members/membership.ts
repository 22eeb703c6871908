import { withStatus } from '#shared/people/membership.ts'
import { rolesThatCan } from '#shared/people/roles.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { allOf } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'
import type { MemberEvents } from './events.ts'
import type { MembershipRecord } from './types.ts'
import type { MemberWriter } from './writer.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: Operations['audit']
  writer: MemberWriter
  events: MemberEvents
}

/** Changes a membership, given all active admins in the same transaction. */
type Change = (
  before: MembershipRecord,
  admins: readonly MembershipRecord[],
  tx: Transaction,
) => Promise<MembershipRecord> | MembershipRecord

/** All active admins. In a transaction, no one joins or leaves them before it commits. */
export const activeAdmins = (reader: Pick<Reader, 'find'>) =>
  Promise.all(
    rolesThatCan('administer').map((role) => allOf(reader, members, { where: { role, status: 'active' } })),
  ).then((found) => found.flat())

/** Role and status of members, for people who decide about them. */
export function createMembership({ store, clock, audit, writer, events }: Deps) {
  const { write } = writer
  const isDue = ({ status, suspendedUntil }: MemberDocument) =>
    status === 'suspended' && suspendedUntil !== undefined && suspendedUntil <= isoInstant(clock())

  return {
    /** Memberships in the order of the ids, with `undefined` for ids that were never members, and the active admins. */
    memberships: async (
      ids: readonly string[],
    ): Promise<{ found: (MembershipRecord | undefined)[]; admins: readonly MembershipRecord[] }> => {
      const [found, admins] = await Promise.all([store.getMany(members, ids), activeAdmins(store)])
      return { found, admins }
    },

    /**
     * Writes role, status and their explanation, if `change` returns another object than its input.
     * @throws Failure 404 for an unknown id, and errors of `change`
     */
    async changeMembership(id: string, change: Change): Promise<MembershipRecord> {
      const after = await write(id, async (before, tx) => {
        const changed = await change(before, await activeAdmins(tx), tx)
        if (changed === before) return before
        return { ...withStatus(before, changed.status, changed), role: changed.role }
      })
      await events.accountChanged.emit(id)
      // Called even if nothing changed: it may have failed after the first attempt was stored.
      await events.membershipChanged.emit(id)
      return after
    },

    /** Restores members whose suspension has ended; each exactly once, on any replica. */
    async endDueSuspensions(): Promise<void> {
      const range = { lte: isoInstant(clock()) }
      for (const { id } of await allOf(store, members, { orderBy: 'suspendedUntil', range })) {
        await write(id, async (before, tx) => {
          if (!isDue(before)) return before
          await audit.record(
            {
              action: 'member.suspension_ended',
              actor: null,
              target: id,
              before: { status: 'suspended' },
              after: { status: 'active' },
            },
            tx,
          )
          return withStatus(before, 'active')
        })
        await events.accountChanged.emit(id)
        await events.membershipChanged.emit(id)
      }
    },
  }
}
