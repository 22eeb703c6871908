import { createHash, createHmac } from 'node:crypto'

import type { CalendarFeed, NewCalendarFeed } from '#shared/calendar.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { assertNotRevoked, revoked } from '#server/lib/revoked-links.ts'
import type { Store } from '#server/store/port.ts'

import { type CalendarFeedDocument, calendarFeeds } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
  newId: () => string
  /** Of the server, at least 32 characters. */
  secret: string
  origin: string
  /** Whether the person is still an active member. */
  isActive: (memberId: string) => Promise<boolean>
}

export type CalendarFeeds = ReturnType<typeof createCalendarFeeds>

const HOUR = 60 * 60 * 1_000

const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** The secret addresses of members' calendar feeds: at most one for each member. */
export function createCalendarFeeds({
  store,
  clock,
  audit,
  newId,
  secret: serverSecret,
  origin,
  isActive,
}: Deps) {
  /** 132 bits that only the server can calculate: a repeated request gets the same address, which is not stored. */
  const secretOf = (memberId: string, key: string) =>
    createHmac('sha256', serverSecret)
      .update(JSON.stringify(['calendar-feed', memberId, key]))
      .digest('base64url')
      .slice(0, 22)

  return {
    feed: async ({ id }: Actor): Promise<CalendarFeed> => feedView(await store.get(calendarFeeds, id)),

    /**
     * Creates the feed or gives it a new address; the old one stops working.
     * @param key the same when a request is repeated because its response was lost
     * @throws Failure 409 when the address of this key was replaced or removed
     */
    async reset({ id, sessionHash }: Actor, key = newId()): Promise<NewCalendarFeed> {
      const secret = secretOf(id, key)
      const secretHash = hashOfSecret(secret)
      const feed = await store.transact(async (tx) => {
        const before = await tx.get(calendarFeeds, id)
        if (before?.secretHash === secretHash) return before
        if (before) assertNotRevoked(before, secretHash)
        const created = { id, ...(before && revoked(before)), secretHash, createdAt: isoInstant(clock()) }
        tx.put(calendarFeeds, created)
        const action = before?.secretHash ? 'calendar_feed.reset' : 'calendar_feed.created'
        await audit({ action, actor: id, target: id, sessionHash }, tx)
        return created
      })
      return { ...feedView(feed), url: `${origin}/calendar/${secret}.ics` }
    },

    /** Removing twice succeeds. */
    async remove({ id, sessionHash }: Actor): Promise<void> {
      await store.transact(async (tx) => {
        const before = await tx.get(calendarFeeds, id)
        if (!before?.secretHash) return
        tx.put(calendarFeeds, { id, ...revoked(before) })
        await audit({ action: 'calendar_feed.removed', actor: id, target: id, sessionHash }, tx)
      })
    },

    /** Undefined if there is no such feed or its owner is no longer an active member. */
    async ownerOf(secret: string): Promise<string | undefined> {
      const { items } = await store.find(calendarFeeds, {
        where: { secretHash: hashOfSecret(secret) },
        limit: 1,
      })
      const [feed] = items
      if (!feed || !(await isActive(feed.id))) return undefined
      if (isLongAgo(feed.lastUsedAt)) await storeUse(feed)
      return feed.id
    },

    exportOf: async (memberId: string) => feedView(await store.get(calendarFeeds, memberId)),

    forget: (memberId: string) => store.transact(async (tx) => tx.delete(calendarFeeds, memberId)),
  }

  /** Calendar apps may poll every minute: the use is stored once an hour. */
  function isLongAgo(lastUsedAt: string | undefined) {
    return lastUsedAt === undefined || clock() - Date.parse(lastUsedAt) >= HOUR
  }

  async function storeUse({ id, secretHash }: CalendarFeedDocument) {
    await store.transact(async (tx) => {
      const feed = await tx.get(calendarFeeds, id)
      if (!feed || feed.secretHash !== secretHash || !isLongAgo(feed.lastUsedAt)) return
      tx.put(calendarFeeds, { ...feed, lastUsedAt: isoInstant(clock()) })
    })
  }
}

const feedView = (feed: Partial<CalendarFeedDocument> = {}): CalendarFeed => ({
  ...(feed.createdAt && { createdAt: feed.createdAt }),
  ...(feed.lastUsedAt && { lastUsedAt: feed.lastUsedAt }),
})
