import { paths } from '#shared/paths.ts'
import type { DueDigest } from '#server/features/notification-preferences/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { emails } from './collection.ts'
import type { EmailContent } from './template.ts'
import { dayOf } from '#server/lib/when.ts'

interface Deps {
  store: Store
  clock: Clock
  dueDigests: () => Promise<readonly DueDigest[]>
  /** @returns undefined unless it is still due; then sets the next one */
  takeDigest: (tx: Transaction, due: DueDigest) => Promise<{ isLate: boolean } | undefined>
}

/** In one digest; the list in the app has all. */
const MAX_ITEMS = 50

/** Bundles what waits. Safe to run on several replicas at once: one of them takes each digest. */
export const createDigests =
  ({ store, clock, dueDigests, takeDigest }: Deps) =>
  async (): Promise<void> => {
    for (const due of await dueDigests()) {
      await store.transact(async (tx) => {
        const taken = await takeDigest(tx, due)
        // What waits comes with the next one.
        if (!taken || taken.isLate) return
        const member = due.id
        const { items } = await tx.find(emails, {
          where: { member, state: 'waiting' },
          orderBy: 'at',
          direction: 'desc',
          limit: MAX_ITEMS,
        })
        if (items.length === 0) return
        for (const email of items) tx.put(emails, { ...email, state: 'bundled' })
        const now = isoInstant(clock())
        tx.put(emails, {
          id: joinedId('digest', member, due.digestAt),
          member,
          topic: 'digest',
          items: items.map(({ id }) => id).toReversed(),
          data: {},
          at: now,
          dueAt: now,
          state: 'queued',
          attempts: 0,
        })
      })
    }
  }

export const digestContent = (
  items: readonly { text: string; path: string }[],
  { at, timeZone }: { at: string; timeZone: string },
): EmailContent => {
  const news = items.length === 1 ? 'One thing is new' : `${items.length} things are new`
  return {
    subject: `${news}, ${dayOf(at, timeZone)}`,
    heading: `${news} since the last digest`,
    paragraphs: [],
    items,
    action: { label: 'Open your dashboard', path: paths.dashboard },
  }
}
