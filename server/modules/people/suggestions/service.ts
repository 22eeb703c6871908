import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'

import * as m from '#shared/people/messages.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { MAX_SUGGESTIONS } from '#shared/people/connection-rules.ts'
import type { Suggestion } from '#shared/people/connections.ts'
import type { OwnProfile } from '#shared/people/members.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { FacetFilter } from '#server/modules/people/directory/filters.ts'
import type { DirectoryService } from '#server/modules/people/directory/service.ts'
import type { MemberService } from '#server/modules/people/members/service.ts'
import { allOf, deleteAll } from '#server/store/all-of.ts'
import { maxEntries } from '#server/lib/max-entries.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { invalid, notFound } from '#server/lib/failure.ts'
import { pairsIn } from '#server/lib/pairs.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store } from '#server/store/port.ts'
import { parseJson, type ViewReader } from '#server/views/sql.ts'
import { parseCard } from '#server/views/cards.ts'

import { dismissals } from './collection.ts'
import { type ComparedProfile, comparedProfile, ownComparedProfile, topicWordsOf } from './profile.ts'
import {
  type AttendedEvent,
  attendances,
  attendedEvents,
  isKnown,
  latestConnection,
  listedProfiles,
  mostInCommon,
  mutualConnectionCounts,
  type ProfileRow,
  suggestable,
} from './queries.ts'
import { createReasons, exchangesBetween } from './reasons.ts'
import { createTopics } from './topics.ts'

const ExportedDismissalsSchema = Type.Array(Type.Object({ of: Type.String(), dismissedAt: Type.String() }))

interface Deps {
  store: Store
  clock: Clock
  members: MemberService
  directory: Pick<DirectoryService, 'chaptersOf'>
}

/** The members who can be suggested. Without both, everyone listed. */
interface Circle {
  ids?: ReadonlySet<string>
  /** Members are in one of these. */
  chapters?: FacetFilter | undefined
}

const MAX_REASONS = 3
/** The latest ones are enough. */
const MAX_EVENTS = 5
/** Number of candidates that are scored. */
const MAX_SCORED = 12
/**
 * The ranking of candidates changes slowly, so it is cached; reasons and visibility are always current. Cached for
 * all members who are active within the hour: 20,000 take 8 MB.
 */
const BEST = { ...maxEntries(20_000), ttl: HOUR }

export type SuggestionService = ReturnType<typeof createSuggestionService>

/** Suggested members with their reasons. Deterministic for the same data. */
export function createSuggestionService({ store, clock, members, directory }: Deps) {
  /** Ids of the best candidates, best first, by the member's choosing criteria. Only set when there are many. */
  const best = new LRUCache<string, readonly string[]>({ ...BEST, perf: { now: clock } })
  const dismissedBy = (by: string) => allOf(store, dismissals, { where: { by } })

  /**
   * Best first, at least `limit` if there are that many.
   */
  async function scoredSuggestions(profile: OwnProfile, limit: number, { ids: among, chapters }: Circle) {
    const viewing = { viewerId: profile.id, now: clock() }
    const { viewerId, now } = viewing
    const views = await store.views()
    // Among attendees of an event, attending it is no reason.
    const events = attendedEvents(views, viewing, MAX_EVENTS).filter(({ isAhead }) => !isAhead || !among)
    const own = ownComparedProfile(profile, now)
    const reasonsWith = createReasons(own)
    const topics = createTopics(views)

    function score(rows: readonly ProfileRow[]) {
      const ids = rows.map(({ id }) => id)
      const mutual = mutualConnectionCounts(views, viewerId, ids)
      const together = eventsTogether(views, events, ids)
      return rows
        .map((row) => {
          const reasons = reasonsWith(profileIn(row, now), {
            ...titlesOf(together.get(row.id) ?? []),
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
    const isForAll = !among && !chapters
    const known = isForAll ? best.get(key) : undefined
    if (known) {
      const scored = score(suggestable(views, viewing, known, limit))
      if (scored.length >= limit) return scored
    }
    const common = { matches: topics.matchesOf(own), events, ids: among, chapters }
    const scored = score(mostInCommon(views, viewing, common, MAX_SCORED))
    if (isForAll && scored.length === MAX_SCORED)
      best.set(
        key,
        scored.map(({ id }) => id),
      )
    return scored
  }

  async function suggestions(
    own: OwnProfile,
    limit = MAX_SUGGESTIONS,
    circle: Circle = {},
  ): Promise<Suggestion[]> {
    const shown = (await scoredSuggestions(own, limit, circle)).slice(0, limit)
    const reasons = distinctReasons(shown.map((each) => each.reasons.map(({ text }) => text)))
    return shown.map(({ card }, at) => ({ member: parseCard(card), reasons: reasons[at]! }))
  }

  /** Leaves out events and connections in common. */
  function matchesWith(views: ViewReader, own: ComparedProfile, others: readonly string[]) {
    const reasonsWith = createReasons(own)
    const { weight } = createTopics(views)
    const facts = { events: [], eventsAhead: [], mutual: 0, weight }
    return new Map(
      listedProfiles(views, others).map((row) => {
        const reasons = reasonsWith(profileIn(row, clock()), facts).slice(0, MAX_REASONS)
        return [row.id, { reasons, points: reasons.reduce((sum, { points }) => sum + points, 0) }] as const
      }),
    )
  }

  return {
    /** @param chapter one of which the members are meant, or those of the viewer; nobody if they do not see it */
    async list(viewer: Pick<Actor, 'id' | 'role'>, chapter?: string): Promise<{ items: Suggestion[] }> {
      const found = await directory.chaptersOf(viewer, chapter)
      if (!found) return { items: [] }
      const profile = await members.ownProfile(viewer)
      return { items: await suggestions(profile, MAX_SUGGESTIONS, { chapters: found[0] }) }
    },

    suggestions,

    /**
     * Matches between the asks and offers of these members and the member's own, best first, with points for
     * comparison. Only for members of the directory. Reads only the viewer's profile.
     */
    async exchangesWith(memberId: string, others: readonly string[]) {
      const [views, profile] = await Promise.all([store.views(), members.ownProfile({ id: memberId })])
      const matches = matchesWith(views, ownComparedProfile(profile, clock()), others)
      return new Map(
        [...matches].map(([id, { reasons, points }]) => [
          id,
          { reasons: reasons.map(({ text }) => text), points },
        ]),
      )
    },

    /**
     * Rates these members as matches for another one, by what every member may see of them. Only for members of
     * the directory.
     */
    async matchesBetween(memberId: string, others: readonly string[]) {
      const views = await store.views()
      const [row] = listedProfiles(views, [memberId])
      const matches = row ? matchesWith(views, profileIn(row, clock()), others) : []
      return new Map(
        [...matches].map(([id, { reasons, points }]) => [id, { match: reasons[0]?.match, points }]),
      )
    },

    /** Asks and offers among a few members that match, as every member may see them. Only for members of the directory. */
    async exchangesAmong(memberIds: readonly string[]): Promise<string[]> {
      const views = await store.views()
      const { weight } = createTopics(views)
      const profiles = listedProfiles(views, memberIds).map((row) => profileIn(row, clock()))
      return pairsIn(profiles).flatMap(([one, other]) => exchangesBetween(one, other, weight))
    },

    /** Stored until it is undone. Idempotent. */
    async dismiss(by: string, of: string): Promise<void> {
      if (by === of) throw invalid('own_self', m.suggestionSelf())
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
      await deleteAll(store, dismissals, { where: { by: memberId } }, { where: { of: memberId } })
    },
  }
}

const profileIn = ({ details, exchanges, ...person }: ProfileRow, now: number) =>
  comparedProfile(person, { ...parseJson(details), ...parseJson(exchanges) }, now)

/**
 * Reasons of members in one list, up to three each. Reasons of one member alone come first, and one that several have
 * is only shown for the first of them, unless another has no reason besides.
 */
function distinctReasons(all: readonly (readonly string[])[]) {
  const count = new Map(
    [...Map.groupBy(all.flat(), (reason) => reason)].map(([reason, { length }]) => [reason, length]),
  )
  const shown = new Set<string>()
  return all.map((reasons) => {
    const { own = [], shared = [] } = Object.groupBy(reasons, (reason) =>
      count.get(reason) === 1 ? 'own' : 'shared',
    )
    const fresh = [...own, ...shared.filter((reason) => !shown.has(reason))].slice(0, MAX_REASONS)
    for (const reason of fresh) shown.add(reason)
    return fresh.length > 0 ? fresh : reasons.slice(0, 1)
  })
}

/** The events that each member attended or is going to, in the order of `events`. */
function eventsTogether(views: ViewReader, events: readonly AttendedEvent[], ids: readonly string[]) {
  const eventIds = events.map(({ id }) => id)
  const present = Map.groupBy(attendances(views, eventIds, ids), ({ event }) => event)
  const together = new Map<string, AttendedEvent[]>()
  for (const event of events) {
    for (const member of new Set([
      ...event.hosts,
      ...(present.get(event.id) ?? []).map((rsvp) => rsvp.member),
    ]))
      together.getOrInsertComputed(member, () => []).push(event)
  }
  return together
}

/** Future events soonest first, past ones latest first. @param events latest first */
function titlesOf(events: readonly AttendedEvent[]) {
  const { true: ahead = [], false: past = [] } = Object.groupBy(events, ({ isAhead }) => `${isAhead}`)
  return { events: past.map(({ title }) => title), eventsAhead: ahead.map(({ title }) => title).toReversed() }
}

export const dismissedSuggestionsAccountData = (service: SuggestionService) =>
  exported(
    { name: 'dismissedSuggestions', collections: [dismissals], schema: ExportedDismissalsSchema },
    service,
  )
