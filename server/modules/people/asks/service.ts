import { DAY } from '#shared/lib/durations.ts'
import { fold } from '#shared/lib/words.ts'
import type { OpenAskPage } from '#shared/people/asks.ts'
import { ASK_LIFETIME } from '#shared/people/profile.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { DirectoryService } from '#server/modules/people/directory/service.ts'
import type { MemberService } from '#server/modules/people/members/service.ts'
import { ownComparedProfile } from '#server/modules/people/suggestions/profile.ts'
import { bestMatch, withWords } from '#server/modules/people/suggestions/reasons.ts'
import { createTopics } from '#server/modules/people/suggestions/topics.ts'
import type { Relationships } from '#server/modules/people/connections/relationships.ts'
import type { Store } from '#server/store/port.ts'
import { parseCard } from '#server/views/cards.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'
import { parseJson } from '#server/views/sql.ts'

import { asksWithWords, helperCounts, offeringIn, offeringZones, openAsk, openAsks } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  members: MemberService
  relationships: Relationships
  directory: DirectoryService
}

const WEEK = 7 * DAY
const MAX_MATCHING = 3

export interface AsksFilter {
  industry?: string
  city?: string
  cursor?: string
  /** Slug of a chapter, or `mine` for those of the viewer. */
  chapter?: string
}

export type AskService = ReturnType<typeof createAskService>

/** The asks of all members. Their owners edit and renew them in the profile. */
export function createAskService({ store, clock, members, relationships, directory }: Deps) {
  return {
    /** An open ask with its owner, if the viewer sees it. */
    open: async (viewerId: string, askId: string) =>
      openAsk(await store.views(), askId, { viewerId, now: isoInstant(clock()) }),

    /** Numbers of members who offered to help, for the owner alone. */
    own: async (memberId: string) => ({ items: helperCounts(await store.views(), memberId) }),

    offeringZones: async () => offeringZones(await store.views(), isoInstant(clock())),
    offeringIn: async (timeZone: string) => offeringIn(await store.views(), timeZone, isoInstant(clock())),

    /**
     * The asks that match what the member offers best, at most three of those that were posted or renewed within a week.
     * @param upTo end of the week, in milliseconds
     */
    async matching(memberId: string, upTo: number) {
      const [views, own] = await Promise.all([store.views(), members.ownProfile({ id: memberId })])
      const now = clock()
      const { offers, ...profile } = ownComparedProfile(own, now)
      const { id, displayName } = profile
      const topics = createTopics(views)
      const words = topics.matchesOf({ id, displayName, asks: [], offers })
      const posted = { after: isoInstant(upTo - WEEK + ASK_LIFETIME), upTo: isoInstant(upTo + ASK_LIFETIME) }
      const worded = offers.map(withWords)
      return asksWithWords(views, words, { viewerId: memberId, now: isoInstant(now), ...posted })
        .flatMap(({ text, card, key, id: askId }) => {
          const match = bestMatch([withWords(text)], worded, (word) => topics.weight('asks', word))
          return match ? [{ id: askId, text, key, member: parseCard(card), weight: match.weight }] : []
        })
        .toSorted(
          (a, b) =>
            b.weight - a.weight || (a.key === b.key ? (a.id < b.id ? -1 : 1) : a.key < b.key ? 1 : -1),
        )
        .slice(0, MAX_MATCHING)
    },

    /** @throws BadCursor */
    async page(viewer: Pick<Actor, 'id' | 'role'>, { cursor, ...filter }: AsksFilter): Promise<OpenAskPage> {
      const viewerId = viewer.id
      const chapters = await directory.chaptersOf(viewer, filter.chapter)
      if (!chapters) return { items: [] }
      const industry = filter.industry && fold(filter.industry)
      const city = filter.city && fold(filter.city)
      const query = fingerprint('asks', industry, city, chapters)
      const wanted = { viewerId, now: isoInstant(clock()), industry, city, chapters: chapters[0] }
      const views = await store.views()
      const { items, next } = pageAt(cursor, query, (range) => openAsks(views, wanted, range))
      const asks = items.map(({ id, key, text, card, details }) => {
        const { industry: trade, city: place } = parseJson(details)
        return { id, text, expiresAt: key, member: parseCard(card), industry: trade, city: place }
      })
      const ids = asks.map(({ member }) => member.id)
      const related = await relationships.relationshipsWith(viewerId, ids)
      return { items: asks.map((ask) => ({ ...ask, relationship: related.get(ask.member.id) })), next }
    },
  }
}
