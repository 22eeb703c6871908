import { LRUCache } from 'lru-cache'

import { HOUR, SECOND } from '#shared/lib/durations.ts'
import type { AuditFact, RecordAudit } from '#server/modules/operations/audit/types.ts'
import { allOf } from '#server/store/all-of.ts'
import { maxEntries } from '#server/lib/max-entries.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'
import type { Device } from '#server/lib/device.ts'

import { sessionEnds, sessionHashOf, sessions, type SessionRecord } from './collection.ts'
import { isOver, withSuccessors } from './successors.ts'

export interface KnownSession {
  id: string
  uid: string
  /** The cookie's own expiry, epoch milliseconds. */
  cookieExpiresAt: number
}

/** A session that is being opened. */
interface NewSession extends KnownSession {
  /** Time of the person's sign-in, epoch milliseconds. */
  authTime: number
  device: Device
}

export type SessionState = 'live' | 'replaced' | 'ended'

/** Requests that were in flight when their cookie was replaced arrive within this time. */
const REPLACEMENT_GRACE = 30 * SECOND
/** Each is a write, so they are rare: with 10,000 members online, three a second. */
const SEEN_EVERY = HOUR
const MAX_CACHED_ENDS = 10_000
const DELETE_BATCH = 50

export type SessionRegistry = ReturnType<typeof createSessionRegistry>

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
  /** Called for each session that ends on any replica, within about a second. */
  onEnd: (id: string) => void
  /** Called when ends of sessions may have been missed. */
  onMissedEnds: () => void
}

/** The issued cookies, and those that have ended, on any replica. */
export function createSessionRegistry({ store, clock, audit, onEnd, onMissedEnds }: Deps) {
  /** Keeps a check in progress from being cached when its session ends meanwhile. */
  const endedHere = new LRUCache<string, SessionState>(maxEntries(MAX_CACHED_ENDS))
  /** Sessions that end on other replicas. */
  const feed = store.openFeed(
    sessions,
    {
      put({ id, live, replaced }) {
        if (live) return
        endedHere.set(id, replaced ? 'replaced' : 'ended')
        onEnd(id)
      },
      remove: (id) => onEnd(id),
      // The next check of each reads the store.
      reset: onMissedEnds,
    },
    { from: 'now' },
  )
  /** Pending replacements, by the replaced session. */
  const replacing = new Map<string, Promise<unknown>>()

  /**
   * The first replacement of a session writes its record. The others run after it, all at once: they only read it.
   */
  async function afterFirst<R>(id: string, replace: () => Promise<R>): Promise<R> {
    const first = replacing.get(id)
    if (first) {
      await first.catch(() => {})
      return replace()
    }
    const own = replace().finally(() => replacing.delete(id))
    replacing.set(id, own)
    return own
  }

  const markSeen = (id: string) =>
    store.transact(async (tx) => {
      const record = await tx.get(sessions, id)
      // Another replica may have been faster.
      if (!record || !isSeenAgain(record, clock())) return
      tx.put(sessions, { ...record, lastSeenAt: isoInstant(clock()) })
    })

  const refuseEarlierSignIns = (tx: Transaction, uid: string) =>
    tx.put(sessionEnds, { id: uid, lastAt: isoInstant(clock()) })

  /** Every session of the user on record, including ended ones whose cookies have not expired. */
  async function ofUser(uid: string): Promise<SessionRecord[]> {
    const live = await allOf(store, sessions, { where: { uid, live: true } })
    return [...live, ...(await allOf(store, sessions, { where: { uid, live: false } }))]
  }

  return {
    /** Resolves once every end on other replicas before the call is known. */
    syncEnds: feed.sync,

    stateHere: (id: string): SessionState => endedHere.get(id) ?? 'live',

    async stateOf(id: string): Promise<SessionState> {
      const record = await store.get(sessions, id)
      // The check does not wait for it, and the next one tries again.
      if (record && isSeenAgain(record, clock())) void markSeen(id).catch(() => {})
      return stateOf(store, record, clock())
    },

    /**
     * Records a minted cookie and ends the one that it replaces.
     * @returns `taken` when the same cookie has been issued before; `ended` when the person has meanwhile ended the
     * old session, or, from another device or everywhere, the sessions of this sign-in
     */
    async open(minted: NewSession, old: KnownSession | undefined, fact: AuditFact) {
      const record = () =>
        store.transact(async (tx) => {
          const [taken, before] = await tx.getMany(sessions, old ? [minted.id, old.id] : [minted.id])
          if (taken) return 'taken'
          const renews = old?.uid === minted.uid
          if (renews && before && (await isOver(tx, before))) return 'ended'
          if (!renews && minted.authTime <= (await lastEndElsewhere(tx, minted.uid))) return 'ended'
          tx.create(sessions, toNewRecord(minted, clock()))
          if (old && before?.live !== false) {
            const replaced = { by: minted.id, at: isoInstant(clock()) }
            tx.put(sessions, { ...(before ?? toRecord(old)), live: false, ...(renews && { replaced }) })
          }
          await audit({ ...fact, sessionHash: sessionHashOf(minted.id) }, tx)
          return 'opened'
        })
      const outcome = await (old ? afterFirst(old.id, record) : record())
      if (outcome === 'opened' && old) endedHere.set(old.id, old.uid === minted.uid ? 'replaced' : 'ended')
      return outcome
    },

    /**
     * Ends the session and, for a replaced cookie, its successor too: the browser deletes both.
     * @returns the ids of the ended sessions
     */
    async end(session: KnownSession, fact: AuditFact): Promise<string[]> {
      const ended = await store.transact(async (tx) => {
        const known = (await tx.get(sessions, session.id)) ?? toRecord(session)
        const live = (await withSuccessors(tx, known)).filter((record) => record.live)
        for (const record of live) tx.put(sessions, { ...record, live: false })
        if (live.length > 0) await audit({ ...fact, sessionHash: sessionHashOf(session.id) }, tx)
        return live.map(({ id }) => id)
      })
      for (const id of ended) endedHere.set(id, 'ended')
      return ended
    },

    /**
     * Ends `session` and every other one of its user. The provider's revocation has a resolution of a second, so a
     * session that was opened in that second would survive it, and an ID token of that second would open another.
     */
    async endAll(session: KnownSession, fact: AuditFact) {
      const ended = await store.transact(async (tx) => {
        const where = { uid: session.uid, live: true }
        const { items } = await tx.find(sessions, { where, limit: 400 })
        for (const record of items) tx.put(sessions, { ...record, live: false })
        if (!items.some(({ id }) => id === session.id)) {
          tx.put(sessions, { ...toRecord(session), live: false })
        }
        refuseEarlierSignIns(tx, session.uid)
        await audit({ ...fact, sessionHash: sessionHashOf(session.id) }, tx)
        return items
      })
      for (const { id } of [session, ...ended]) endedHere.set(id, 'ended')
    },

    /**
     * Ends sessions of a user from another one of theirs, or by an admin. Earlier sign-ins can no longer open any.
     * @param chosen selects the sessions to end; it reads nothing but `tx`, because it may be called again
     * @param evenIfNone records the end even if none of them is live: a sign-in that has opened none yet may exist
     */
    async endElsewhere(
      uid: string,
      chosen: (tx: Transaction) => Promise<SessionRecord[]>,
      fact: AuditFact,
      { evenIfNone = false } = {},
    ) {
      const ended = await store.transact(async (tx) => {
        const live = (await chosen(tx)).filter((record) => record.live)
        if (live.length === 0 && !evenIfNone) return []
        for (const record of live) tx.put(sessions, { ...record, live: false })
        refuseEarlierSignIns(tx, uid)
        await audit(fact, tx)
        return live
      })
      for (const { id } of ended) {
        endedHere.set(id, 'ended')
        onEnd(id)
      }
    },

    ofUser,

    /** Forgets a deleted user, whose cookies are refused without a record, because the provider has no such user. */
    async forgetAllOf(uid: string): Promise<void> {
      for (const { id } of await ofUser(uid)) {
        endedHere.set(id, 'ended')
        await store.transact(async (tx) => tx.delete(sessions, id))
      }
      await store.transact(async (tx) => tx.delete(sessionEnds, uid))
    },

    /** Deletes a batch of expired records. It keeps up, because it is called for each new record. */
    async deleteExpired() {
      const range = { lt: isoInstant(clock()) }
      const { items } = await store.find(sessions, { orderBy: 'expiresAt', range, limit: DELETE_BATCH })
      if (items.length === 0) return
      await store.transact(async (tx) => {
        for (const { id } of items) tx.delete(sessions, id)
      })
    },
  }
}

const toRecord = ({ id, uid, cookieExpiresAt }: KnownSession): SessionRecord => ({
  id,
  uid,
  expiresAt: isoInstant(cookieExpiresAt),
  live: true,
})

const toNewRecord = (session: NewSession, now: number): SessionRecord => ({
  ...toRecord(session),
  signedInAt: isoInstant(session.authTime),
  lastSeenAt: isoInstant(now),
  ...session.device,
})

const isSeenAgain = ({ live, lastSeenAt }: SessionRecord, now: number) =>
  live && now - Date.parse(lastSeenAt ?? new Date(0).toISOString()) >= SEEN_EVERY

/** Epoch milliseconds; 0 for never. */
async function lastEndElsewhere(tx: Transaction, uid: string) {
  const ends = await tx.get(sessionEnds, uid)
  return ends ? Date.parse(ends.lastAt) : 0
}

/** A cookie without a record is live: only ended ones need a record. */
async function stateOf(store: Reader, record: SessionRecord | undefined, now: number): Promise<SessionState> {
  if (!record || record.live) return 'live'
  const { replaced } = record
  if (!replaced || now - Date.parse(replaced.at) > REPLACEMENT_GRACE) return 'ended'
  const successor = await store.get(sessions, replaced.by)
  return (await stateOf(store, successor, now)) === 'ended' ? 'ended' : 'replaced'
}
