import { randomUUID } from 'node:crypto'

import type { AwardKind } from '#shared/prestige-rules.ts'
import { createAwards } from '#server/features/prestige/awards.ts'
import { createSummaries } from '#server/features/prestige/summaries.ts'
import { isoInstant } from '#server/lib/clock.ts'

import { inStoreOf } from './test-community.ts'

const DAY = 24 * 60 * 60 * 1_000

interface Earned {
  kind: AwardKind
  confirmedBy: readonly string[]
  daysAgo: number
}

/** Gives a member of a running product entries of the ledger, and calculates the tier as the job does. */
export const awardPoints = (dataDir: string, member: string, earned: readonly Earned[]) =>
  inStoreOf(dataDir, async (store) => {
    const clock = Date.now
    const { award } = createAwards({ clock, newId: randomUUID })
    await store.transact(async (tx) => {
      for (const { kind, confirmedBy, daysAgo } of earned) {
        const at = isoInstant(clock() - daysAgo * DAY)
        const source = `meeting:${randomUUID()}`
        await award(tx, { kind, member, source, confirmedBy, at, subject: 'Opening a second shop' })
      }
    })
    await createSummaries({ store, clock, notify: () => {}, timeZonesOf: async () => new Map() }).summaryOf(
      member,
    )
  })
