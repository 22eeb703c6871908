import { emails } from '#server/modules/notifications/emails/collection.ts'
import { createDigests } from '#server/modules/notifications/emails/content/digest.ts'
import type { PreferenceService } from '#server/modules/notifications/preferences/service.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { partOf } from '#server/tools/part-of.ts'

import { inStoreOf } from './test-community.ts'

/** Sends the member's digest now, in a running product. Resolves to the number of its entries; 0 if there is none. */
export const sendDigest = (dataDir: string, member: string) =>
  inStoreOf(dataDir, async (store) => {
    const { items } = await store.find(emails, {
      where: { member, state: 'waiting' },
      orderBy: 'at',
      limit: 50,
    })
    const digestAt = isoInstant(Date.now())
    const digests = createDigests({
      store,
      clock: Date.now,
      preferences: partOf<PreferenceService>({
        dueDigests: async () => [{ id: member, digestAt }],
        takeDigest: async () => ({ isLate: false }),
      }),
    })
    if (items.length > 0) await digests()
    return items.length
  })
