import { HOUR } from '#shared/lib/durations.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { withDerived } from '#server/modules/meetings/meetings/document/state.ts'

import { inStoreOf } from './test-community.ts'

/** Moves a scheduled meeting of a running product, so that it began `hours` ago. */
export const moveMeeting = (dataDir: string, meetingId: string, hours: number) =>
  inStoreOf(dataDir, (store) =>
    store.transact(async (tx) => {
      const meeting = await tx.get(meetings, meetingId)
      const startsAt = new Date(Date.now() - hours * HOUR).toISOString()
      tx.put(meetings, withDerived({ ...meeting!, startsAt }, Date.now()))
    }),
  )
