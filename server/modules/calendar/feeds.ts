import type { CalendarFeed, NewCalendarFeed } from '#shared/calendar/schema.ts'
import { HOUR } from '#shared/lib/durations.ts'
import type { Platform } from '#server/modules/platform.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { shortKeyedHash } from '#server/lib/keyed-hash.ts'
import { assertNotRevoked, hashOfSecret, revoked } from '#server/lib/secret-links.ts'
import type { Store } from '#server/store/port.ts'
import { CalendarFeedSchema } from '#shared/calendar/schema.ts'

import { type CalendarFeedDocument, calendarFeeds } from './collection.ts'

interface Deps {
  config: Platform['config']
  store: Store
  clock: Clock
  newId: () => string
  operations: Operations
  people: People
  accounts: Accounts
}

export type CalendarFeeds = ReturnType<typeof createCalendarFeeds>

/** The secret addresses of members' calendar feeds, at most one per member. */
export function createCalendarFeeds({ config, store, clock, newId, operations, people, accounts }: Deps) {
  const [origin] = config.origins

  return {
    feed: async ({ id }: Actor): Promise<CalendarFeed> => feedView(await store.get(calendarFeeds, id)),

    /**
     * Creates the feed or gives it a new address; the old one stops working.
     * @param key the same when a request is repeated because its response was lost
     * @throws Failure 409 when the address of this key was replaced or removed
     */
    async reset({ id, sessionHash }: Actor, key = newId()): Promise<NewCalendarFeed> {
      const secret = shortKeyedHash(config.secret, 'calendar-feed', id, key)
      const secretHash = hashOfSecret(secret)
      const feed = await store.transact(async (tx) => {
        const before = await tx.get(calendarFeeds, id)
        if (before?.secretHash === secretHash) return before
        if (before) assertNotRevoked(before, secretHash)
        const created = { id, ...(before && revoked(before)), secretHash, createdAt: isoInstant(clock()) }
        tx.put(calendarFeeds, created)
        const action = before?.secretHash ? 'calendar_feed.reset' : 'calendar_feed.created'
        await operations.audit.record({ action, actor: id, target: id, sessionHash }, tx)
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
        await operations.audit.record(
          { action: 'calendar_feed.removed', actor: id, target: id, sessionHash },
          tx,
        )
      })
    },

    /**
     * Undefined if there is no such feed, or if its owner is no longer an active member or their account has been
     * disabled.
     */
    async ownerOf(secret: string): Promise<string | undefined> {
      const { items } = await store.find(calendarFeeds, {
        where: { secretHash: hashOfSecret(secret) },
        limit: 1,
      })
      const [feed] = items
      if (!feed || !(await people.members.isActive(feed.id))) return undefined
      if (!(await accounts.sessions.isAccountUsable(feed.id))) return undefined
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
  createdAt: feed.createdAt,
  lastUsedAt: feed.lastUsedAt,
})

export const calendarFeedAccountData = (service: CalendarFeeds) =>
  exported({ name: 'calendarFeed', collections: [calendarFeeds], schema: CalendarFeedSchema }, service)
