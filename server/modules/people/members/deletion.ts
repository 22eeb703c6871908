import * as m from '#shared/people/messages.ts'
import { DELETION_DELAY, hasOtherAdmin, isActiveAdmin } from '#shared/people/membership.ts'
import type { Deletion } from '#shared/people/deletion.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import type { Actor } from '#server/modules/actor.ts'
import { allOf } from '#server/store/all-of.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { ImageService } from '#server/modules/people/images/service.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { newcomer } from './newcomer.ts'
import { type MemberDocument, members } from './collection.ts'
import type { MemberEvents } from './events.ts'
import { activeAdmins } from './membership.ts'
import type { MemberWriter } from './writer.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: Operations['audit']
  writer: MemberWriter
  images: ImageService
  events: MemberEvents
}

/**
 * Milliseconds after which every replica has dropped the account from its cache, and its running requests have
 * ended.
 */
const REPLICA_DELAY = MINUTE

/** The steps of a deletion: requested, anonymised when due, and completed once all other data is deleted. */
export function createDeletion({ store, clock, audit, writer, images, events }: Deps) {
  const { write, writeUnlessDeleted } = writer
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
        await audit.record(
          { action: 'member.deletion_requested', actor: id, target: id, after, sessionHash },
          tx,
        )
        return { ...before, deletionDueAt }
      })
      return { deletionDueAt: member.deletionDueAt ?? deletionDueAt }
    },

    /** Cancels the deletion, if there is one. @throws Failure 409 once it is due */
    async keepAccount({ id, sessionHash }: Actor): Promise<void> {
      await writeUnlessDeleted(id, async (before, tx) => {
        if (!before.deletionDueAt) return before
        if (isDue(before)) throw conflict('too_late', m.accountTooLate())
        await audit.record({ action: 'member.deletion_cancelled', actor: id, target: id, sessionHash }, tx)
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
        await images.use(tx, `member:${id}`, { id: '', oldId: before.photo, by: id })
        const deletionDueAt = isoInstant(clock() + REPLICA_DELAY)
        return { ...newcomer(id, before.joinedAt), version: before.version, status: 'former', deletionDueAt }
      })
      await events.accountChanged.emit(id)
    },

    /** Last step, after all other data of the member is deleted. */
    async completeDeletion(id: string): Promise<void> {
      await write(id, async (before, tx) => {
        if (before.status !== 'former' || !before.deletionDueAt) return before
        await audit.record({ action: 'member.deleted', actor: id, target: id }, tx)
        const { deletionDueAt: _, ...rest } = before
        return rest
      })
    },
  }
}

async function assertAnotherAdmin(member: MemberDocument, tx: Transaction) {
  if (isActiveAdmin(member) && !hasOtherAdmin(await activeAdmins(tx), member.id))
    throw conflict('last_admin', m.accountOnlyAdmin())
}
