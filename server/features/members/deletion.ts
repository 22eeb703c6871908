import { can } from '#shared/roles.ts'
import { type Deletion, DELETION_DELAY } from '#shared/account-data.ts'
import type { Actor } from '#server/features/session/types.ts'
import { allOf } from '#server/lib/all-of.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { newcomer } from './admission.ts'
import { type MemberDocument, members } from './collection.ts'
import type { UseImage } from './editing.ts'
import { activeAdmins } from './membership.ts'
import type { MemberWriter } from './writer.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
  write: MemberWriter['write']
  writeUnlessDeleted: MemberWriter['writeUnlessDeleted']
  useImage: UseImage
  accountChanged: (id: string) => void
}

/** By then every replica has dropped the account from its cache, and its running requests have ended. */
const REPLICA_DELAY = 60_000

/** The steps of a deletion: requested, anonymised when due, and completed once all other data is deleted. */
export function createDeletion({
  store,
  clock,
  audit,
  write,
  writeUnlessDeleted,
  useImage,
  accountChanged,
}: Deps) {
  const isDue = ({ deletionDueAt }: MemberDocument) =>
    deletionDueAt !== undefined && Date.parse(deletionDueAt) <= clock()

  return {
    /** Schedules the deletion. Repeating the request does not postpone it. @throws Failure 409 for the last admin */
    async deleteAccount({ id, sessionHash }: Actor): Promise<Deletion> {
      const deletionDueAt = isoInstant(clock() + DELETION_DELAY)
      const member = await writeUnlessDeleted(id, async (before, tx) => {
        if (before.deletionDueAt) return before
        await assertAnotherAdmin(before, tx)
        const after = { deletionDueAt }
        await audit({ action: 'member.deletion_requested', actor: id, target: id, after, sessionHash }, tx)
        return { ...before, deletionDueAt }
      })
      return { deletionDueAt: member.deletionDueAt ?? deletionDueAt }
    },

    /** Cancels the deletion, if there is one. @throws Failure 409 once it is due */
    async keepAccount({ id, sessionHash }: Actor): Promise<void> {
      await writeUnlessDeleted(id, async (before, tx) => {
        if (!before.deletionDueAt) return before
        if (isDue(before))
          throw conflict('too_late', 'This account is being deleted. It’s too late to keep it.')
        await audit({ action: 'member.deletion_cancelled', actor: id, target: id, sessionHash }, tx)
        const { deletionDueAt: _, ...rest } = before
        return rest
      })
    },

    /** Longest due first. All of them, so that one that keeps failing does not block the others. */
    dueForDeletion: (): Promise<MemberDocument[]> =>
      allOf(store, members, { orderBy: 'deletionDueAt', range: { lte: isoInstant(clock()) } }),

    /** First step: removes all personal data from the document and disables the account. */
    async anonymise(id: string): Promise<void> {
      await write(id, async (before, tx) => {
        if (before.status === 'former' || !isDue(before)) return before
        await useImage(tx, `member:${id}`, { id: '', oldId: before.photo, by: id })
        const deletionDueAt = isoInstant(clock() + REPLICA_DELAY)
        return { ...newcomer(id, before.joinedAt), version: before.version, status: 'former', deletionDueAt }
      })
      accountChanged(id)
    },

    /** Last step, after all other data of the member is deleted. */
    async completeDeletion(id: string): Promise<void> {
      await write(id, async (before, tx) => {
        if (before.status !== 'former' || !before.deletionDueAt) return before
        await audit({ action: 'member.deleted', actor: id, target: id }, tx)
        const { deletionDueAt: _, ...rest } = before
        return rest
      })
    },
  }
}

/** The others who can act as admins, without those who are leaving too. */
async function assertAnotherAdmin({ id, role, status }: MemberDocument, tx: Transaction) {
  if (!can(role, 'administer') || status !== 'active') return
  const others = (await activeAdmins(tx)).filter((admin) => admin.id !== id && !admin.deletionDueAt)
  if (others.length === 0)
    throw conflict('last_admin', 'You’re the only admin. Make someone else an admin before you leave.')
}
