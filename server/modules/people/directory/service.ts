import { fold, isWordless } from '#shared/lib/words.ts'
import { MAX_COUNTED } from '#shared/people/directory-rules.ts'
import type { DirectoryEntry, DirectoryFacets, DirectoryPage } from '#shared/people/directory.ts'
import type { Relationships } from '#server/modules/people/connections/relationships.ts'
import { readNames, readSearch } from '#server/modules/people/terms/query.ts'
import type { ReadPhrases } from '#server/modules/people/terms/admin-phrases.ts'
import { stemLanguage } from '#server/modules/people/terms/word-forms.ts'
import { trades } from '#server/modules/people/trades/trades.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { createContributions } from '#server/lib/contributions.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Store } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'
import type { ViewReader } from '#server/views/sql.ts'

import { createEntries } from './entries.ts'
import type { DirectoryQuery, FacetFilter } from './filters.ts'
import { type MeantQuery, searchFor } from './meant-search.ts'
import { directoryRows, facetValues, tradeCounts } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  relationships: Relationships
  phrases: ReadPhrases
}

export interface DirectoryFilter {
  q?: string
  asTyped?: boolean
  namesOnly?: boolean | undefined
  industry?: string
  city?: string
  keyword?: string
  cursor?: string
  /** Slug of a chapter, or `MY_CHAPTERS`. */
  chapter?: string | undefined
}

type Viewer = Pick<Actor, 'id' | 'role'>

const MAX_FACET_VALUES = 200
const MAX_NEAR = 5
interface FoundMembers extends Pick<DirectoryPage, 'instead'> {
  items: DirectoryEntry[]
}

export type DirectoryService = ReturnType<typeof createDirectoryService>

export function createDirectoryService({ store, clock, relationships, phrases }: Deps) {
  const chapterIds = createContributions<[viewer: Viewer, chapter: string], string[]>()

  /**
   * The filter by a chapter, or by the viewer's own: none without a chapter, and undefined if they see no such chapter.
   */
  async function chaptersOf(
    viewer: Viewer,
    chapter: string | undefined,
  ): Promise<readonly FacetFilter[] | undefined> {
    if (chapter === undefined) return []
    const ids = (await chapterIds.collect(viewer, chapter)).flat()
    return ids.length > 0 ? [['chapter', ids]] : undefined
  }

  return {
    chaptersOf,

    /** Finds the ids of chapters, which come after people. */
    addChapters: chapterIds.contribute,

    /** @throws BadCursor */
    async page(viewer: Viewer, { cursor, chapter, ...filter }: DirectoryFilter): Promise<DirectoryPage> {
      const viewerId = viewer.id
      const chapters = await chaptersOf(viewer, chapter)
      if (!chapters) return { items: [], total: 0 }
      const now = isoInstant(clock())
      const wanted = queryOf(viewerId, filter, { now, chapters, phrases: await phrases() })
      const { text, facets } = wanted
      const query = fingerprint('directory', text.clauses, text.isOfNames, facets, filter.asTyped)
      if (isWordless(filter.q ?? '')) return { items: [], total: 0 }
      const views = await store.views()
      const { search, instead } = searchFor(views, wanted, filter)
      const { items, next } = pageAt(cursor, query, (range) => directoryRows(views, search, range))
      const entryOf = createEntries(search, { isOfferShown: true })
      const ids = items.map(({ id }) => id)
      const found = await relationships.relationshipsWith(viewerId, ids)
      const hasMore = search.text.clauses.length > 0 && search.total > MAX_COUNTED
      const near = search.total > 0 ? [] : tradesNear(views, search)
      return {
        items: items.map((row): DirectoryEntry => ({
          ...entryOf(row),
          relationship: found.get(row.id),
        })),
        total: hasMore ? MAX_COUNTED : search.total,
        hasMore: hasMore || undefined,
        instead,
        near: near.length > 0 ? near : undefined,
        next,
      }
    },

    /**
     * The first members that a text finds, without the viewer's relationships to them. They have a line only if it
     * matches.
     */
    async find(
      viewer: Viewer,
      {
        chapter,
        rows,
        q,
        namesOnly,
      }: Pick<DirectoryFilter, 'chapter' | 'namesOnly'> & { q: string; rows: number },
    ): Promise<FoundMembers> {
      const chapters = await chaptersOf(viewer, chapter)
      if (isWordless(q) || !chapters) return { items: [] }
      const views = await store.views()
      const now = isoInstant(clock())
      const wanted = queryOf(viewer.id, { q, namesOnly }, { now, chapters, phrases: await phrases() })
      const { search, instead } = searchFor(views, wanted, { q })
      const found = directoryRows(views, search, { rows })
      return { items: found.map(createEntries(search, { isOfferShown: false })), instead }
    },

    async facets(viewerId: string): Promise<DirectoryFacets> {
      const views = await store.views()
      const valuesOf = (facet: string) => facetValues(views, viewerId, facet, MAX_FACET_VALUES)
      return { industries: valuesOf('industry'), cities: valuesOf('city'), keywords: valuesOf('keyword') }
    },
  }
}

/** Trades of the same industry as those that a text names and nobody has, those of most members first. */
function tradesNear(views: ViewReader, query: DirectoryQuery) {
  const industries = new Set(query.text.trades.map(({ industry }) => industry))
  const near = trades.filter(({ industry }) => industries.has(industry))
  return tradeCounts(views, query, near)
    .map(({ id, count }) => ({ trade: near.find((each) => each.id === id)!, count }))
    .filter(({ trade }) => !query.text.trades.includes(trade))
    .slice(0, MAX_NEAR)
    .map(({ trade, count }) => ({ text: trade[stemLanguage()][0] ?? trade.id, count }))
}

const filterBy = (facet: string, value: string | undefined): FacetFilter[] =>
  value === undefined ? [] : [[facet, [fold(value)]]]

function queryOf(
  viewerId: string,
  { q = '', namesOnly = false, keyword, city, industry }: DirectoryFilter,
  { now, chapters, phrases }: Pick<MeantQuery, 'now' | 'phrases'> & { chapters: readonly FacetFilter[] },
): MeantQuery {
  const facets = [
    ...filterBy('keyword', keyword),
    ...filterBy('city', city),
    ...chapters,
    ...filterBy('industry', industry),
  ]
  const text = namesOnly ? readNames(q) : readSearch(q, phrases)
  return { viewerId, now, text, facets, phrases }
}
