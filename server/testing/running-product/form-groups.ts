import { createModules } from '#server/modules.ts'
import { testPlatform } from '#server/testing/platform.ts'

import { inStoreOf } from './test-community.ts'

/**
 * Forms the groups of each round of a running product that ends within `ahead` milliseconds, as a job of its does every
 * minute.
 */
export const formGroups = (dataDir: string, ahead: number) =>
  inStoreOf(dataDir, async (store) => {
    const { rounds } = createModules(testPlatform({ store, clock: () => Date.now() + ahead }))
    await rounds.rounds.advanceDue()
  })
