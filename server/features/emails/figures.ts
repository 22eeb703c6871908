import type { EmailFigures } from '#shared/admin-overview.ts'
import type { Store } from '#server/store/port.ts'

import { type EmailDocument, emails } from './collection.ts'

const LISTED = 10

/** How far sending has got, of one happening and in all. */
export function createEmailFigures(store: Pick<Store, 'count' | 'find'>) {
  return {
    /** Those about a happening: to be sent, sent, and not delivered for good. Without those that no longer mattered. */
    async ofHappening(happening: string) {
      const counts = async (...states: EmailDocument['state'][]) => {
        const all = await Promise.all(
          states.map((state) => store.count(emails, { where: { happening, state } })),
        )
        return all.reduce((sum, count) => sum + count)
      }
      const [queued, sent, failed] = await Promise.all([
        counts('queued'),
        counts('sent'),
        counts('refused', 'failed', 'unknown'),
      ])
      return { queued, sent, failed }
    },

    /** How many are to be sent, and when the one that is due first is or was due. */
    async queue(): Promise<{ queued: number; dueSince?: string }> {
      const [queued, { items }] = await Promise.all([
        store.count(emails, { where: { state: 'queued' }, orderBy: 'at' }),
        store.find(emails, { orderBy: 'dueAt', limit: 1 }),
      ])
      const [first] = items
      return { queued, ...(first?.dueAt !== undefined && { dueSince: first.dueAt }) }
    },

    /** For admins: what waits, and the latest of those set aside. */
    async ofAll(): Promise<EmailFigures> {
      const queued = { where: { state: 'queued' }, orderBy: 'at' } as const
      const [count, oldest, setAside] = await Promise.all([
        store.count(emails, queued),
        store.find(emails, { ...queued, limit: 1 }),
        store.find(emails, { where: { state: 'failed' }, orderBy: 'at', direction: 'desc', limit: LISTED }),
      ])
      const [first] = oldest.items
      return {
        queued: count,
        ...(first && { queuedSince: first.at }),
        setAside: setAside.items.map(({ id, topic, at, reason = '' }) => ({ id, topic, at, reason })),
      }
    },
  }
}
