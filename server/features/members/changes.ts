import type { Store } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'

interface Listener {
  /** Called with each member that changes, on any replica, within a second or so. */
  onChange: (member: Pick<MemberDocument, 'id' | 'role' | 'status' | 'onboardedAt'>) => void
  /** Called when changes may have been missed. */
  onMissed: () => void
}

/** @returns call to begin; it resolves once later changes are known */
export function watchMembers(store: Pick<Store, 'openFeed'>, { onChange, onMissed }: Listener) {
  const feed = store.openFeed(members, { put: onChange, remove: () => {}, reset: onMissed }, { from: 'now' })
  return feed.sync
}
