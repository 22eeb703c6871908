import { notifications, outbox } from '#server/features/notifications/collection.ts'
import { allOf } from '#server/lib/all-of.ts'
import { isoInstant } from '#server/lib/clock.ts'

import type { SeedContext } from './context.ts'
import { INES, MARA, TOMAS } from './people.ts'

const DAY = 24 * 60 * 60 * 1000
/** Deliveries of one run, at most. */
const RUN = 100

/** Delivers them. Those who can sign in have read what is older than two days. */
export async function seedNotifications({ store, services, now }: SeedContext) {
  for (let left = await store.count(outbox, {}); left > 0; left -= RUN) {
    await services.notifications.deliverDue()
  }
  const lately = isoInstant(now - 2 * DAY)
  for (const member of [MARA, TOMAS, INES]) {
    const latestFirst = { where: { member }, orderBy: 'at', direction: 'desc' } as const
    const recent = new Set<string>()
    for (const { subject, at, unread } of await allOf(store, notifications, latestFirst)) {
      const key = `${subject.kind} ${subject.id}`
      if (at >= lately) recent.add(key)
      if (unread && !recent.has(key)) await services.notifications.markRead(member, { subject })
    }
  }
}
