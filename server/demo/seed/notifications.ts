import { DAY } from '#shared/lib/durations.ts'
import { outbox } from '#server/modules/operations/outbox/collection.ts'
import { notifications } from '#server/modules/notifications/in-app/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { isoInstant } from '#server/lib/clock.ts'

import type { SeedContext } from './context.ts'
import { INES, MARA, TOMAS } from './people.ts'

/** Maximum number of deliveries per run. */
const RUN = 100

/** Delivers them. Members who can sign in have read those that are older than two days. */
export async function seedNotifications({ store, services, now }: SeedContext) {
  for (let left = await store.count(outbox, {}); left > 0; left -= RUN) {
    await services.notifications.notifications.deliverDue()
  }
  const lately = isoInstant(now - 2 * DAY)
  for (const member of [MARA, TOMAS, INES]) {
    const latestFirst = { where: { member }, orderBy: 'at', direction: 'desc' } as const
    const recent = new Set<string>()
    for (const { subject, at, unread } of await allOf(store, notifications, latestFirst)) {
      const key = `${subject.kind} ${subject.id}`
      if (at >= lately) recent.add(key)
      if (unread && !recent.has(key)) await services.notifications.notifications.markRead(member, { subject })
    }
  }
}
