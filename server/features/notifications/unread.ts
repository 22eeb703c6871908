import { LRUCache } from 'lru-cache'

import { allOf } from '#server/lib/all-of.ts'
import type { Store } from '#server/store/port.ts'

import { type NotificationDocument, notifications } from './collection.ts'

/** What decides whether the member sees it. */
export type NotificationAbout = Pick<NotificationDocument, 'topic' | 'actor' | 'subject' | 'data' | 'at'>

type Unread = Map<string, NotificationAbout>

export type UnreadNotifications = ReturnType<typeof createUnreadNotifications>

const MAX_MEMBERS = 5_000

/** The unread notifications of members who were asked about lately: read from the store once, then kept in sync. */
export function createUnreadNotifications(store: Pick<Store, 'find' | 'openFeed'>) {
  const held = new LRUCache<string, Promise<Unread>>({ max: MAX_MEMBERS })
  const listeners = new Set<(member?: string) => void>()
  const emit = (member?: string) => listeners.forEach((listener) => listener(member))

  const { sync } = store.openFeed(
    notifications,
    {
      put(notification) {
        const { id, member, unread } = notification
        // What is being read has the change already, or gets it now.
        held.peek(member)?.then(
          (found) => (unread ? found.set(id, aboutOf(notification)) : found.delete(id)),
          () => {},
        )
        emit(member)
      },
      remove: (id) => change((found) => found.delete(id)),
      reset() {
        held.clear()
        emit()
      },
    },
    { from: 'now' },
  )

  /** Emits the members whose unread notifications `isChanged` has changed, or says are affected. */
  function change(isChanged: (found: Unread) => boolean) {
    for (const [member, reading] of held.entries()) {
      reading.then(
        (found) => isChanged(found) && emit(member),
        () => {},
      )
    }
  }

  async function read(member: string): Promise<Unread> {
    const found = await allOf(store, notifications, { where: { member, unread: true } })
    return new Map(found.map((notification) => [notification.id, aboutOf(notification)]))
  }

  function hold(member: string) {
    const reading = read(member)
    held.set(member, reading)
    reading.catch(() => {
      if (held.peek(member) === reading) held.delete(member)
    })
    return reading
  }

  return {
    sync,

    /** Calls `listener` with each member whose unread notifications may have changed; without one when any may have. */
    onChange: (listener: (member?: string) => void) => void listeners.add(listener),

    /** Call when others may see more or less of some notifications. */
    visibilityChanged: (isAffected: (about: NotificationAbout) => boolean) =>
      change((found) => found.values().some(isAffected)),

    async of(member: string): Promise<NotificationAbout[]> {
      await sync()
      return [...(await (held.get(member) ?? hold(member))).values()]
    },
  }
}

const aboutOf = ({ topic, actor, subject, data, at }: NotificationDocument): NotificationAbout => ({
  topic,
  subject,
  at,
  ...(actor !== undefined && { actor }),
  data: data['announcement'] === undefined ? {} : { announcement: data['announcement'] },
})
