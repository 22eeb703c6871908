import type { Store } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'
import { visibleName } from './visibility.ts'

interface Deps {
  store: Pick<Store, 'openFeed'>
  /** Called with each member after each change, and when the collection is read. */
  onMember: (member: Pick<MemberDocument, 'id' | 'role' | 'status' | 'onboardedAt'>) => void
}

/** Names of members, in memory. */
export function createMemberReadModel({ store, onMember }: Deps) {
  const names = new Map<string, string>()
  const { sync } = store.openFeed(members, {
    put(member) {
      const { id, status } = member
      onMember(member)
      if (status === 'former') names.delete(id)
      else names.set(id, visibleName(member))
    },
    remove: (id) => void names.delete(id),
    reset: () => names.clear(),
  })
  return {
    sync,
    /** By id, without former members. */
    names: (): Promise<ReadonlyMap<string, string>> => sync().then(() => names),
  }
}
