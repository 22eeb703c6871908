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

/** Gives a member of a running product entries of the ledger, and calculates and announces the tier as the jobs do. */
export const awardPoints = (dataDir: string, member: string, earned: readonly Earned[]) =>
  inStoreOf(dataDir, async (store) => {
    const clock = Date.now
    const modules = createModules(testPlatform({ store, clock }))
    const { awards, statements } = modules.prestige
    const { notifications } = modules.notifications
    await notifications.start()
    await store.transact(async (tx) => {
      for (const { kind, confirmedBy, daysAgo } of earned) {
        const at = isoInstant(clock() - daysAgo * DAY)
        const source = `meeting:${randomUUID()}`
        await awards.award(tx, { kind, member, source, confirmedBy, at, subject: 'Opening a second shop' })
      }
    })
    await statements.latest(member)
    await notifications.idle()
  })
