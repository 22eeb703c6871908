import type { AnyCollection, FeedListener, Store } from '#server/store/port.ts'

import { notifications } from './collection.ts'
import { membersWithUnreadAbout } from './queries.ts'

interface Deps {
  store: Pick<Store, 'openFeed' | 'views'>
  /** What decides, beside the notifications, which of them members see. */
  collections: Record<'announcements' | 'blocks' | 'events' | 'members', AnyCollection>
}

export type UnreadNotifications = ReturnType<typeof createUnreadNotifications>

/** Tells whose number of unread notifications may have changed. */
export function createUnreadNotifications({ store, collections }: Deps) {
  const listeners = new Set<(member?: string) => void>()
  const emit = (member?: string) => listeners.forEach((listener) => listener(member))

  async function emitThoseAbout(id: string) {
    try {
      membersWithUnreadAbout(await store.views(), id).forEach(emit)
    } catch {
      emit()
    }
  }

  const follow = (
    collection: AnyCollection,
    put: FeedListener<never>['put'],
    remove: (id: string) => void = () => {},
  ) => store.openFeed(collection, { put, remove, reset: () => emit() }, { from: 'now' })
  const feeds = [
    follow(notifications, ({ member }: { member: string }) => emit(member)),
    follow(collections.blocks, ({ blocker, blocked }: Record<'blocker' | 'blocked', string>) => {
      emit(blocker)
      emit(blocked)
    }),
    follow(collections.announcements, ({ event }: { event: string }) => void emitThoseAbout(event)),
    ...[collections.events, collections.members].map((collection) =>
      follow(collection, ({ id }: { id: string }) => void emitThoseAbout(id), emitThoseAbout),
    ),
  ]

  return {
    /** Resolves once this process passes on what changes from now on. */
    sync: async () => void (await Promise.all(feeds.map((feed) => feed.sync()))),

    /** Calls `listener` with each member whose number may have changed; without one when any may have. */
    onChange: (listener: (member?: string) => void) => void listeners.add(listener),
  }
}
