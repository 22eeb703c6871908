import { DAY } from '#shared/lib/durations.ts'
import { notifications } from '#server/modules/notifications/in-app/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { isoInstant } from '#server/lib/clock.ts'

import type { SeedContext } from './context.ts'
import { INES, MARA, TOMAS } from './people.ts'

/** Delivers them. Members who can sign in have read those that are older than two days. */
export async function seedNotifications({ store, services, now }: SeedContext) {
  await services.notifications.notifications.idle()
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
