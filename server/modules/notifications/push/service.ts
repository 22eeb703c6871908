import { Type, type Static } from 'typebox'

import * as m from '#shared/notifications/messages.ts'
import type { Push, PushSubscriptionKeys } from '#shared/notifications/push.ts'
import { allOf, deleteAll } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import type { Platform } from '#server/modules/platform.ts'
import type { Store } from '#server/store/port.ts'
import { exported } from '#server/modules/account-data-part.ts'

import { pushSubscriptions } from './collection.ts'
import { assertUsable, subscriptionIdOf } from './endpoint.ts'
import { hasSubscription } from './queries.ts'

/** Browsers with push notifications: their push service, and the time of the subscription. */
const ExportedSubscriptionsSchema = Type.Array(Type.Object({ service: Type.String(), since: Type.String() }))
export type ExportedSubscriptions = Static<typeof ExportedSubscriptionsSchema>

interface Deps {
  store: Store
  clock: Clock
  config: Pick<Platform['config'], 'serviceWorker' | 'vapid'>
}

/** Maximum browsers per member. The one that was switched on first is dropped. */
const MAX_BROWSERS = 10

export type PushService = ReturnType<typeof createPushService>

/** The browsers in which members get push notifications. */
export function createPushService({ config, store, clock }: Deps) {
  // Nothing is sent without a key. The service worker shows the messages.
  const publicKey = config.serviceWorker ? config.vapid?.publicKey : undefined
  const ofMember = (memberId: string) =>
    allOf(store, pushSubscriptions, { where: { member: memberId } }).then((found) =>
      found.toSorted((a, b) => (a.since < b.since ? 1 : -1)),
    )

  return {
    hasAny: async (memberId: string) => hasSubscription(await store.views(), memberId),

    of: ofMember,

    async own(memberId: string): Promise<Push> {
      const browsers = (await ofMember(memberId)).map(({ id, since }) => ({ id, since }))
      return { publicKey, browsers }
    },

    /**
     * Switches them on in a browser, or confirms it. Idempotent. Another member's subscription there ends.
     * @throws Failure 409 when the server sends none, 400
     */
    async save(memberId: string, sessionId: string, subscription: PushSubscriptionKeys): Promise<void> {
      if (publicKey === undefined) throw conflict('push_unavailable', m.pushUnavailable())
      assertUsable(subscription)
      const { endpoint, keys } = subscription
      const id = subscriptionIdOf(endpoint)
      await store.transact(async (tx) => {
        const before = await tx.get(pushSubscriptions, id)
        const own = await allOf(tx, pushSubscriptions, { where: { member: memberId } })
        const since = before?.member === memberId ? before.since : isoInstant(clock())
        tx.put(pushSubscriptions, { id, member: memberId, endpoint, ...keys, session: sessionId, since })
        const others = own.filter((each) => each.id !== id).toSorted((a, b) => (a.since < b.since ? 1 : -1))
        for (const tooMany of others.slice(MAX_BROWSERS - 1)) tx.delete(pushSubscriptions, tooMany.id)
      })
    },

    /** Idempotent. */
    remove: (memberId: string, id: string): Promise<void> =>
      store.transact(async (tx) => {
        const found = await tx.get(pushSubscriptions, id)
        if (found?.member === memberId) tx.delete(pushSubscriptions, id)
      }),

    /** Excludes the addresses, each of which would identify its browser. */
    exportOf: async (memberId: string) =>
      (await ofMember(memberId)).map(({ endpoint, since }) => ({ service: new URL(endpoint).host, since })),

    forget: (memberId: string): Promise<void> =>
      deleteAll(store, pushSubscriptions, { where: { member: memberId } }),
  }
}

export const pushSubscriptionsAccountData = (service: PushService) =>
  exported(
    { name: 'pushSubscriptions', collections: [pushSubscriptions], schema: ExportedSubscriptionsSchema },
    service,
  )
