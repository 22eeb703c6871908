import { meetings } from '#server/features/meetings/collection.ts'
import { withDerived } from '#server/features/meetings/state.ts'

import { inStoreOf } from './test-community.ts'

const HOUR = 60 * 60 * 1_000

/** As if a scheduled meeting of a running product had begun `hours` ago. */
export const moveMeeting = (dataDir: string, meetingId: string, hours: number) =>
  inStoreOf(dataDir, (store) =>
    store.transact(async (tx) => {
      const meeting = await tx.get(meetings, meetingId)
      const startsAt = new Date(Date.now() - hours * HOUR).toISOString()
      tx.put(meetings, withDerived({ ...meeting!, startsAt }, Date.now()))
    }),
  )
