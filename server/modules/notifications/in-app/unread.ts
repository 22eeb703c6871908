import type { Conversation } from '#server/modules/conversation/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Store } from '#server/store/port.ts'

import { notifications } from './collection.ts'
import { membersWithUnreadAbout } from './queries.ts'

interface Deps {
  store: Store
  people: People
  events: Events
  conversation: Conversation
}

const remove = () => {}

export type UnreadNotifications = ReturnType<typeof createUnreadNotifications>

/** Emits the members whose number of unread notifications may have changed. */
export function createUnreadNotifications({ store, people, events, conversation }: Deps) {
  const listeners = new Set<(member?: string) => void>()
  const emit = (member?: string) => listeners.forEach((listener) => listener(member))

  async function emitThoseAbout(id: string) {
    try {
      membersWithUnreadAbout(await store.views(), id).forEach(emit)
    } catch {
      emit()
    }
  }

  const reset = () => emit()
  const aboutThing = {
    put: ({ id }: { id: string }) => void emitThoseAbout(id),
    remove: (id: string) => void emitThoseAbout(id),
    reset,
  }
  const feeds = [
    store.openFeed(notifications, { put: ({ member }) => emit(member), remove, reset }, { from: 'now' }),
    people.blocks.openFeed({
      put({ blocker, blocked }) {
        emit(blocker)
        emit(blocked)
      },
      remove,
      reset,
    }),
    people.members.openFeed(aboutThing),
    events.eventAccess.openFeed(aboutThing),
    conversation.messages.openFeed({ put: ({ event }) => void emitThoseAbout(event), remove, reset }),
  ]

  return {
    /** Resolves once this process passes on all later changes. */
    sync: async () => void (await Promise.all(feeds.map((feed) => feed.sync()))),

    /** Calls `listener` with each member whose number may have changed; without one when anyone's may have. */
    onChange: (listener: (member?: string) => void) => void listeners.add(listener),
  }
}
