import { emails } from '#server/features/emails/collection.ts'
import { createDigests } from '#server/features/emails/digest.ts'
import { isoInstant } from '#server/lib/clock.ts'

import { inStoreOf } from './test-community.ts'

/** Sends the member's digest now, in a running product. Resolves to how much is in it; 0: there is none. */
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
      dueDigests: async () => [{ id: member, digestAt }],
      takeDigest: async () => ({ isLate: false }),
    })
    if (items.length > 0) await digests()
    return items.length
  })
