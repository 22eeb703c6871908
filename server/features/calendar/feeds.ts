import { createHash } from 'node:crypto'

import type { CalendarFeed, NewCalendarFeed } from '#shared/calendar.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import { type CalendarFeedDocument, calendarFeeds } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
  /** 128 random bits or more, as letters, digits, `-` and `_`. */
  newSecret: () => string
  origin: string
  /** Whether the person is still an active member. */
  isActive: (memberId: string) => Promise<boolean>
}

export type CalendarFeeds = ReturnType<typeof createCalendarFeeds>

const HOUR = 60 * 60 * 1_000

export const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** The secret addresses under which members' calendars can be read: one for each member, if any. */
export function createCalendarFeeds({ store, clock, audit, newSecret, origin, isActive }: Deps) {
  return {
    feed: async ({ id }: Actor): Promise<CalendarFeed> => shown(await store.get(calendarFeeds, id)),

    /** Makes a feed, or gives it a new address: the old one leads nowhere from then on. */
    async reset({ id, sessionHash }: Actor): Promise<NewCalendarFeed> {
      const secret = newSecret()
      const feed = { id, secretHash: hashOfSecret(secret), createdAt: isoInstant(clock()) }
      await store.transact(async (tx) => {
        const before = await tx.get(calendarFeeds, id)
        tx.put(calendarFeeds, feed)
        const action = before ? 'calendar_feed.reset' : 'calendar_feed.created'
        await audit({ action, actor: id, target: id, sessionHash }, tx)
      })
      return { ...shown(feed), url: `${origin}/calendar/${secret}.ics` }
    },

    /** Removing twice succeeds. */
    async remove({ id, sessionHash }: Actor): Promise<void> {
      await store.transact(async (tx) => {
        if (!(await tx.get(calendarFeeds, id))) return
        tx.delete(calendarFeeds, id)
        await audit({ action: 'calendar_feed.removed', actor: id, target: id, sessionHash }, tx)
      })
    },

    /** Whose feed it is, if anyone's who may still read it. */
    async ownerOf(secret: string): Promise<string | undefined> {
      const { items } = await store.find(calendarFeeds, {
        where: { secretHash: hashOfSecret(secret) },
        limit: 1,
      })
      const [feed] = items
      if (!feed || !(await isActive(feed.id))) return undefined
      if (isLongAgo(feed.lastUsedAt)) await noteUse(feed)
      return feed.id
    },

    exportOf: async (memberId: string) => shown(await store.get(calendarFeeds, memberId)),

    forget: (memberId: string) => store.transact(async (tx) => tx.delete(calendarFeeds, memberId)),
  }

  /** Programs read it every minute: the store is written to once an hour. */
  function isLongAgo(lastUsedAt: string | undefined) {
    return lastUsedAt === undefined || clock() - Date.parse(lastUsedAt) >= HOUR
  }

  async function noteUse({ id, secretHash }: CalendarFeedDocument) {
    await store.transact(async (tx) => {
      const feed = await tx.get(calendarFeeds, id)
      if (feed?.secretHash !== secretHash || !isLongAgo(feed.lastUsedAt)) return
      tx.put(calendarFeeds, { ...feed, lastUsedAt: isoInstant(clock()) })
    })
  }
}

const shown = (feed: Partial<CalendarFeedDocument> = {}): CalendarFeed => ({
  ...(feed.createdAt && { createdAt: feed.createdAt }),
  ...(feed.lastUsedAt && { lastUsedAt: feed.lastUsedAt }),
})
