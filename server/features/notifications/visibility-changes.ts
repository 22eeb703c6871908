import type { AnyCollection, Store } from '#server/store/port.ts'

import type { NotificationAbout, UnreadNotifications } from './unread.ts'

interface Deps {
  store: Pick<Store, 'openFeed'>
  collections: Record<'members' | 'events' | 'announcements', AnyCollection>
  onChange: UnreadNotifications['visibilityChanged']
}

/** Follows what decides which notifications members see: suspensions, and what admins hide. */
export function createVisibilityChanges({ store, collections, onChange }: Deps) {
  const follow = (collection: AnyCollection, idIn: (about: NotificationAbout) => string | undefined) => {
    const changed = (id: string) => onChange((about) => idIn(about) === id)
    const listener = {
      put: ({ id }: { id: string }) => changed(id),
      remove: changed,
      reset: () => onChange(() => true),
    }
    return store.openFeed(collection, listener, { from: 'now' })
  }
  const feeds = [
    follow(collections.members, ({ actor }) => actor),
    follow(collections.events, ({ subject: { kind, id } }) => (kind === 'event' ? id : undefined)),
    follow(collections.announcements, ({ data }) => data['announcement']),
  ]
  return { start: () => Promise.all(feeds.map(({ sync }) => sync())) }
}
