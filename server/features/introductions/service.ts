import { hash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { INTRODUCTIONS_SHOWN, type RelationshipState } from '#shared/connection-rules.ts'
import type { Introduction } from '#shared/connections.ts'
import type { MemberCard, OwnProfile } from '#shared/members.ts'
import { allOf } from '#server/lib/all-of.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { invalid, notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { HiddenFrom } from '#server/features/connections/types.ts'
import type { Store } from '#server/store/port.ts'

import { candidatesFor } from './candidates.ts'
import { dismissals } from './collection.ts'
import { createSharedHistory, type SharedHistoryDeps } from './shared-history.ts'
import { createReasons } from './reasons.ts'
import { atPresent, topicWordsOf, type TopicIndex } from './topic-index.ts'

interface Deps extends SharedHistoryDeps {
  store: Store
  /** Of all listed members. */
  topics: () => Promise<TopicIndex>
  ownProfile: (member: { id: string }) => Promise<OwnProfile>
  cards: (viewerId: string, ids: readonly string[]) => Promise<MemberCard[]>
  names: (ids: readonly string[]) => Promise<MemberCard[]>
  hiddenFrom: HiddenFrom
  relationshipsWith: (
    viewerId: string,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, { state: RelationshipState }>>
}

const MAX_REASONS = 3
/** How many candidates are checked for a relationship, and how many of them are then scored. */
const MAX_CHECKED = 100
const MAX_SCORED = 24
/**
 * Who is worth suggesting changes slowly; reasons, and whom the member may see, are as they are now. Kept for as many as
 * are there within the hour: 20,000 take 8 MB.
 */
const BEST = { max: 20_000, ttl: 60 * 60_000 }

export type IntroductionService = ReturnType<typeof createIntroductionService>

/** Suggested introductions with their reasons. Deterministic for the same data. */
export function createIntroductionService(deps: Deps) {
  const { store, clock, topics, ownProfile, cards, names, hiddenFrom, relationshipsWith } = deps
  const { connectedIds, inactive, attendedEventIds, hosted, attendeesOf, eventsOf } = deps
  const sharedHistory = createSharedHistory({
    connectedIds,
    inactive,
    clock,
    attendedEventIds,
    hosted,
    attendeesOf,
    eventsOf,
  })
  /** Ids of the best candidates, best first, by what they were chosen by. Only where there are many. */
  const best = new LRUCache<string, readonly string[]>({ ...BEST, perf: { now: clock } })
  const dismissedBy = (by: string) => allOf(store, dismissals, { where: { by } })

  async function shortlist(id: string, candidates: readonly string[]) {
    const relationships = await relationshipsWith(id, candidates)
    return candidates.filter((other) => relationships.get(other)?.state === 'none').slice(0, MAX_SCORED)
  }

  /**
   * Best first, at least `limit` where there are as many.
   * @param among absent: everyone listed
   */
  async function scoredSuggestions(profile: OwnProfile, limit: number, among?: ReadonlySet<string>) {
    const { id } = profile
    const [topicIndex, hidden, dismissed, history] = await Promise.all([
      topics(),
      hiddenFrom(id),
      dismissedBy(id),
      sharedHistory(id),
    ])
    const now = clock()
    const own = atPresent(profile, now)
    const reasonsWith = createReasons(own)
    const unwanted = hidden.union(new Set(dismissed.map(({ of }) => of)))
    const score = async (candidates: readonly string[]) => {
      const profiles = candidates.flatMap((other) => topicIndex.profileOf(other, now) ?? [])
      const scored = await Promise.all(
        profiles.map(async (other) => {
          const reasons = reasonsWith(other, {
            events: await history.eventsWith(other.id),
            mutual: await history.mutualWith(other.id),
            weight: topicIndex.weight,
          })
          return { id: other.id, reasons, points: reasons.reduce((sum, { points }) => sum + points, 0) }
        }),
      )
      return scored
        .filter(({ reasons }) => reasons.length > 0)
        .toSorted((a, b) => b.points - a.points || (a.id < b.id ? -1 : 1))
    }

    const { asks, offers, keywords, address } = own
    const [latestConnection] = history.connected
    const chosenBy = [id, asks, offers, keywords, address?.city, await history.eventIds(), latestConnection]
    const key = hash('sha256', JSON.stringify(chosenBy), 'base64url')
    const known = (among ? undefined : best.get(key))?.filter((other) => !unwanted.has(other)) ?? []
    for (const some of [known.slice(0, 2 * limit), known]) {
      const scored = await score((await shortlist(id, some)).slice(0, limit))
      if (scored.length >= limit) return scored
    }
    const candidates = candidatesFor(topicWordsOf(own), {
      topics: topicIndex,
      eventsTogether: await history.eventsTogether(),
      mutualCounts: await history.mutualCounts(),
      excluded: [id, ...unwanted, ...history.connected],
      among,
      limit: MAX_CHECKED,
    })
    const scored = await score(await shortlist(id, candidates))
    if (!among && scored.length === MAX_SCORED)
      best.set(
        key,
        scored.map(({ id: other }) => other),
      )
    return scored
  }

  async function suggestions(
    own: OwnProfile,
    limit = INTRODUCTIONS_SHOWN,
    among?: ReadonlySet<string>,
  ): Promise<Introduction[]> {
    const shown = (await scoredSuggestions(own, limit, among)).slice(0, limit)
    const ids = shown.map(({ id }) => id)
    const byId = new Map((await cards(own.id, ids)).map((card) => [card.id, card]))
    return shown.flatMap(({ id, reasons }) => {
      const member = byId.get(id)
      return member ? [{ member, reasons: reasons.slice(0, MAX_REASONS).map(({ text }) => text) }] : []
    })
  }

  return {
    list: async (memberId: string) => ({ items: await suggestions(await ownProfile({ id: memberId })) }),

    suggestions,

    /**
     * What the asks and offers of these members have to do with the member's own, best first, with points to compare by.
     * Only for those in the directory. The viewer's profile is all that is read.
     */
    async exchangesWith(memberId: string, others: readonly string[]) {
      const [topicIndex, profile] = await Promise.all([topics(), ownProfile({ id: memberId })])
      const now = clock()
      const reasonsWith = createReasons(atPresent(profile, now))
      return new Map(
        others.flatMap((id) => {
          const other = topicIndex.profileOf(id, now)
          if (!other) return []
          const facts = { events: [], mutual: 0, weight: topicIndex.weight }
          const found = reasonsWith(other, facts).slice(0, MAX_REASONS)
          const points = found.reduce((sum, reason) => sum + reason.points, 0)
          return [[id, { reasons: found.map(({ text }) => text), points }] as const]
        }),
      )
    },

    /** Stored until it is undone. Safe to repeat. */
    async dismiss(by: string, of: string): Promise<void> {
      if (by === of) throw invalid('own_self', 'You can’t dismiss yourself.')
      const [known] = await names([of])
      if (!known) throw notFound('member')
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
