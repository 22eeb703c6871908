import { createSubscribers } from '#server/lib/subscribers.ts'
import type { Store } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'

/** Follows changes of members by every replica. */
export function createMemberChanges(store: Pick<Store, 'openFeed'>) {
  const changed = createSubscribers<[member: MemberDocument]>()
  const missed = createSubscribers<[]>()
  const feed = store.openFeed(
    members,
    { put: (member) => void changed.emit(member), remove: () => {}, reset: () => void missed.emit() },
    { from: 'now' },
  )
  return {
    /** Resolves when later changes are followed. */
    start: feed.sync,
    /** Called with each changed member within about a second. */
    onChange: changed.subscribe,
    /** Called when changes may have been missed. */
    onMissed: missed.subscribe,
  }
}
