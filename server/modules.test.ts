import { expect, test } from 'vitest'

import { collections } from './collections.ts'
import { createModules } from './modules.ts'
import { collectGarbage } from './testing/collect-garbage.ts'
import { testPlatform } from './testing/platform.ts'
import { openTemporaryStore } from './testing/temporary-store.ts'

test('nothing keeps modules in memory after their store is closed', async () => {
  const used = await useModules()
  await expect.poll(() => (collectGarbage(), used.deref() === undefined)).toBe(true)
})

/** The reference is made here, so that no variable of the test holds the modules. */
async function useModules() {
  const store = openTemporaryStore(collections)
  const modules = createModules(testPlatform({ store, clock: Date.now }))
  await modules.warmUp()
  for (const { run } of modules.jobs) await run()
  await store.close()
  return new WeakRef(modules.people)
}
