import type { Reader } from '#server/store/port.ts'

import { sessions } from './collection.ts'

/** Whether the session, or the latest of its successors, was ended. Expired sessions were not. */
export async function wasEnded(store: Reader, id: string): Promise<boolean> {
  const record = await store.get(sessions, id)
  if (!record || record.live) return false
  return record.replaced ? wasEnded(store, record.replaced.by) : true
}
