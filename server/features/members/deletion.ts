import { type Deletion, DELETION_DELAY } from '#shared/account-data.ts'
import type { Actor } from '#server/features/session/types.ts'
import { allOf } from '#server/lib/all-of.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'

import { newcomer } from './admission.ts'
import { type MemberDocument, members } from './collection.ts'
import type { UseImage } from './editing.ts'
import type { WriteMember, WriteUndeleted } from './writer.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
  write: WriteMember
  writeUndeleted: WriteUndeleted
  useImage: UseImage
  accountChanged: (id: string) => void
}

/** By then no replica remembers the person as active, and what they had under way has ended. */
const UNTIL_FORGOTTEN_ELSEWHERE = 60_000

/** How an account ends: asked for, emptied when due, and closed once nothing of it is left anywhere. */
export function createDeletion({
  store,
  clock,
  audit,
  write,
  writeUndeleted,
  useImage,
  accountChanged,
}: Deps) {
  const isDue = ({ deletionDueAt }: MemberDocument) =>
    deletionDueAt !== undefined && Date.parse(deletionDueAt) <= clock()

  return {
    /** Asking again does not put it off: the first time counts. */
    async deleteAccount({ id, sessionHash }: Actor): Promise<Deletion> {
      const deletionDueAt = isoInstant(clock() + DELETION_DELAY)
      const member = await writeUndeleted(id, async (before, tx) => {
        if (before.deletionDueAt) return before
        const after = { deletionDueAt }
        await audit({ action: 'member.deletion_asked', actor: id, target: id, after, sessionHash }, tx)
        return { ...before, deletionDueAt }
      })
      return { deletionDueAt: member.deletionDueAt ?? deletionDueAt }
    },

    /** Succeeds when there is nothing to take back. @throws Failure 409 from the instant on at which it is due */
    async keepAccount({ id, sessionHash }: Actor): Promise<void> {
      await writeUndeleted(id, async (before, tx) => {
        if (!before.deletionDueAt) return before
        if (isDue(before))
          throw conflict('too_late', 'This account is being deleted: it is too late to keep it.')
        await audit({ action: 'member.deletion_taken_back', actor: id, target: id, sessionHash }, tx)
        const { deletionDueAt: _, ...kept } = before
        return kept
      })
    },

    /** Whose next step is due, the longest due first. All: those for whom it fails must keep nobody waiting. */
    dueForDeletion: (): Promise<MemberDocument[]> =>
      allOf(store, members, { orderBy: 'deletionDueAt', range: { lte: isoInstant(clock()) } }),

    /** The first step: nothing personal is left in the document, and the account can do nothing more. */
    async anonymise(id: string): Promise<void> {
      await write(id, async (before, tx) => {
        if (before.status === 'former' || !isDue(before)) return before
        await useImage(tx, `member:${id}`, '', before.photo)
        const deletionDueAt = isoInstant(clock() + UNTIL_FORGOTTEN_ELSEWHERE)
        return { ...newcomer(id, before.joinedAt), version: before.version, status: 'former', deletionDueAt }
      })
      accountChanged(id)
    },

    /** The last step, once everything else of the person is gone. */
    async completeDeletion(id: string): Promise<void> {
      await write(id, async (before, tx) => {
        if (before.status !== 'former' || !before.deletionDueAt) return before
        await audit({ action: 'member.deleted', actor: id, target: id }, tx)
        const { deletionDueAt: _, ...kept } = before
        return kept
      })
    },
  }
}
