import { hash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { INTRODUCTIONS_SHOWN } from '#shared/connection-rules.ts'
import type { Introduction } from '#shared/connections.ts'
import type { MemberCard, OwnProfile } from '#shared/members.ts'
import type { PersonDetails, PersonExchanges } from '#server/features/members/types.ts'
import { allOf } from '#server/lib/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { invalid, notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { Store } from '#server/store/port.ts'
import type { ViewReader } from '#server/views/sql.ts'

import { dismissals } from './collection.ts'
import { comparedProfile, ownComparedProfile, topicWordsOf } from './profile.ts'
import {
  type AttendedEvent,
  attendances,
  attendedEvents,
  isKnown,
  latestConnection,
  listedProfiles,
  mostInCommon,
  mutualConnections,
  type ProfileRow,
  suggestable,
} from './queries.ts'
import { createReasons } from './reasons.ts'
import { createTopics } from './topics.ts'

interface Deps {
  store: Store
  clock: Clock
  ownProfile: (member: { id: string }) => Promise<OwnProfile>
}

const MAX_REASONS = 3
/** The latest ones are enough. */
const MAX_EVENTS = 5
/** How many candidates are scored. */
const MAX_SCORED = 24
/**
 * Who is worth suggesting changes slowly; reasons, and whom the member may see, are as they are now. Kept for as many as
 * are there within the hour: 20,000 take 8 MB.
 */
const BEST = { max: 20_000, ttl: 60 * 60_000 }

export type IntroductionService = ReturnType<typeof createIntroductionService>

/** Suggested introductions with their reasons. Deterministic for the same data. */
export function createIntroductionService({ store, clock, ownProfile }: Deps) {
  /** Ids of the best candidates, best first, by what they were chosen by. Only where there are many. */
  const best = new LRUCache<string, readonly string[]>({ ...BEST, perf: { now: clock } })
  const dismissedBy = (by: string) => allOf(store, dismissals, { where: { by } })

  /**
   * Best first, at least `limit` where there are as many.
   * @param among absent: everyone listed
   */
  async function scoredSuggestions(profile: OwnProfile, limit: number, among?: ReadonlySet<string>) {
    const viewing = { viewerId: profile.id, now: clock() }
    const { viewerId, now } = viewing
    const views = await store.views()
    const events = attendedEvents(views, viewing, MAX_EVENTS)
    const own = ownComparedProfile(profile, now)
    const reasonsWith = createReasons(own)
    const topics = createTopics(views)

    function score(rows: readonly ProfileRow[]) {
      const ids = rows.map(({ id }) => id)
      const mutual = mutualConnections(views, viewerId, ids)
      const together = eventsTogether(views, events, ids)
      return rows
        .map((row) => {
          const reasons = reasonsWith(profileIn(row, now), {
            events: together.get(row.id) ?? [],
            mutual: mutual.get(row.id) ?? 0,
            weight: topics.weight,
          })
          return { ...row, reasons, points: reasons.reduce((sum, { points }) => sum + points, 0) }
        })
        .filter(({ reasons }) => reasons.length > 0)
        .toSorted((a, b) => b.points - a.points || (a.id < b.id ? -1 : 1))
    }

    const chosenBy = [
      viewerId,
      topicWordsOf(own),
      events.map(({ id }) => id),
      latestConnection(views, viewerId),
    ]
    const key = hash('sha256', JSON.stringify(chosenBy), 'base64url')
    const known = among ? undefined : best.get(key)
    if (known) {
      const scored = score(suggestable(views, viewing, known, limit))
      if (scored.length >= limit) return scored
    }
    const common = { matches: topics.matchesOf(own), events, ids: among }
    const scored = score(mostInCommon(views, viewing, common, MAX_SCORED))
    if (!among && scored.length === MAX_SCORED)
      best.set(
        key,
        scored.map(({ id }) => id),
      )
    return scored
  }

  async function suggestions(
    own: OwnProfile,
    limit = INTRODUCTIONS_SHOWN,
    among?: ReadonlySet<string>,
  ): Promise<Introduction[]> {
    const shown = (await scoredSuggestions(own, limit, among)).slice(0, limit)
    return shown.map(({ card, reasons }) => ({
      member: JSON.parse(card) as MemberCard,
      reasons: reasons.slice(0, MAX_REASONS).map(({ text }) => text),
    }))
  }

  return {
    list: async (memberId: string) => ({ items: await suggestions(await ownProfile({ id: memberId })) }),

    suggestions,

    /**
     * What the asks and offers of these members have to do with the member's own, best first, with points to compare by.
     * Only for those in the directory. The viewer's profile is all that is read.
     */
    async exchangesWith(memberId: string, others: readonly string[]) {
      const [views, profile] = await Promise.all([store.views(), ownProfile({ id: memberId })])
      const now = clock()
      const reasonsWith = createReasons(ownComparedProfile(profile, now))
      const { weight } = createTopics(views)
      return new Map(
        listedProfiles(views, others).map((row) => {
          const found = reasonsWith(profileIn(row, now), { events: [], mutual: 0, weight }).slice(
            0,
            MAX_REASONS,
          )
          const points = found.reduce((sum, reason) => sum + reason.points, 0)
          return [row.id, { reasons: found.map(({ text }) => text), points }] as const
        }),
      )
    },

    /** Stored until it is undone. Safe to repeat. */
    async dismiss(by: string, of: string): Promise<void> {
      if (by === of) throw invalid('own_self', 'You can’t dismiss yourself.')
      if (!isKnown(await store.views(), of)) throw notFound('member')
      const dismissal = { id: joinedId(by, of), by, of, dismissedAt: isoInstant(clock()) }
      await store.transact(async (tx) => {
        if (!(await tx.get(dismissals, dismissal.id))) tx.create(dismissals, dismissal)
      })
    },

    async undoDismissal(by: string, of: string): Promise<void> {
      await store.transact(async (tx) => tx.delete(dismissals, joinedId(by, of)))
    },

    exportOf: async (memberId: string) =>
      (await dismissedBy(memberId)).map(({ of, dismissedAt }) => ({ of, dismissedAt })),

    async forget(memberId: string): Promise<void> {
      const both = [
        ...(await dismissedBy(memberId)),
        ...(await allOf(store, dismissals, { where: { of: memberId } })),
      ]
      for (const { id } of both) await store.transact(async (tx) => tx.delete(dismissals, id))
    },
  }
}

const profileIn = ({ details, exchanges, ...person }: ProfileRow, now: number) =>
  comparedProfile(
    person,
    { ...(JSON.parse(details) as PersonDetails), ...(JSON.parse(exchanges) as PersonExchanges) },
    now,
  )

/** Titles of the events that each of these members attended, too, in the order of the events. */
function eventsTogether(views: ViewReader, events: readonly AttendedEvent[], ids: readonly string[]) {
  const eventIds = events.map(({ id }) => id)
  const present = Map.groupBy(attendances(views, eventIds, ids), ({ event }) => event)
  const titles = new Map<string, string[]>()
  for (const { id, title, hosts } of events) {
    for (const member of new Set([...hosts, ...(present.get(id) ?? []).map((rsvp) => rsvp.member)]))
      titles.getOrInsertComputed(member, () => []).push(title)
  }
  return titles
}
