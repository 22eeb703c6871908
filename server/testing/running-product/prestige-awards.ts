import { randomUUID } from 'node:crypto'

import { DAY } from '#shared/lib/durations.ts'
import type { AwardKind } from '#shared/prestige/rules.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { createModules } from '#server/modules.ts'
import { testPlatform } from '#server/testing/platform.ts'

import { inStoreOf } from './test-community.ts'

interface Earned {
  kind: AwardKind
  confirmedBy: readonly string[]
  daysAgo: number
}

/** Gives a member of a running product entries of the ledger, and calculates the tier as the job does. */
export const awardPoints = (dataDir: string, member: string, earned: readonly Earned[]) =>
  inStoreOf(dataDir, async (store) => {
    const clock = Date.now
    const { awards, statements } = createModules(testPlatform({ store, clock })).prestige
    await store.transact(async (tx) => {
      for (const { kind, confirmedBy, daysAgo } of earned) {
        const at = isoInstant(clock() - daysAgo * DAY)
        const source = `meeting:${randomUUID()}`
        await awards.award(tx, { kind, member, source, confirmedBy, at, subject: 'Opening a second shop' })
      }
    })
    await statements.latest(member)
  })
