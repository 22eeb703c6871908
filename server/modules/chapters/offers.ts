import * as m from '#shared/chapters/messages.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Store } from '#server/store/port.ts'

import type { ChapterAccess } from './access.ts'
import { chapterMemberships } from './memberships/collection.ts'
import type { RecordMembership } from './memberships/record.ts'
import { isActive } from './memberships/status.ts'
import { chapterSuccessions } from './succession/collection.ts'

interface Deps {
  store: Store
  clock: Clock
  access: ChapterAccess
  record: RecordMembership
}

export type LeadOffers = ReturnType<typeof createLeadOffers>

/** Members’ offers to lead a chapter whose members were asked who takes over. Each command is safe to repeat. */
export function createLeadOffers({ store, clock, access, record }: Deps) {
  return {
    /** @throws Failure 403, or 409 for a chapter that needs no lead */
    offer: (actor: Actor, slug: string): Promise<void> =>
      store.transact(async (tx) => {
        const { chapter, own } = await access.findFor(tx, actor, slug, 'offerToLead')
        if (own?.offeredAt !== undefined) return
        const isNeeded = (await tx.get(chapterSuccessions, chapter.id)) !== undefined
        // Admins are allowed everything, but lead no chapter that they are not in.
        if (!isNeeded || !isActive(own) || own.role === 'lead')
          throw conflict('no_lead_needed', m.noLeadNeeded())
        tx.put(chapterMemberships, { ...own, offeredAt: isoInstant(clock()) })
        await record(tx, { action: 'lead_offered', actor, chapter, member: actor.id })
      }),

    /** @throws Failure 403 */
    withdraw: (actor: Actor, slug: string): Promise<void> =>
      store.transact(async (tx) => {
        const { chapter, own } = await access.findFor(tx, actor, slug, 'offerToLead')
        if (own?.offeredAt === undefined) return
        const { offeredAt: _, ...without } = own
        tx.put(chapterMemberships, without)
        await record(tx, { action: 'lead_offer_withdrawn', actor, chapter, member: actor.id })
      }),
  }
}
