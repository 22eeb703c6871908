import { onTestFinished } from 'vitest'

import { newTestDatabase } from '#server/testing/temporary-store.ts'

import { counters, notes } from './fixture.ts'
import { storeContract } from './contract.ts'

storeContract(() => {
  const database = newTestDatabase()
  return {
    open(collections = [notes, counters], options = {}) {
      const store = database.open(collections, options)
      onTestFinished(() => store.close())
      return store
    },
  }
})
