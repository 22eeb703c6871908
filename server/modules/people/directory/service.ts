import { PAGE_SIZE } from '#shared/lib/page.ts'
import { industryName } from '#shared/community/industries.ts'
import type {
  DirectoryEntry,
  DirectoryFacets,
  DirectoryLine,
  DirectoryPage,
} from '#shared/people/directory.ts'
import type { Relationships } from '#server/modules/people/connections/relationships.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'
import { decodeCursor, fingerprint, pageOf } from '#server/views/cursor.ts'
import type { PersonDetails } from '#server/modules/people/members/types.ts'
import type { MemberCard } from '#shared/people/members.ts'
import { fold, hasPrefixes, indexed, isWordless, prefixesOf, type Prefix } from '#shared/lib/words.ts'
import { parseCard } from '#server/views/cards.ts'
import { parseJson } from '#server/views/sql.ts'

import {
  type DirectoryRow,
  directoryRows,
  type DirectoryQuery,
  directorySearch,
  type DirectorySearch,
  directoryTotal,
  facetValues,
} from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  relationships: Relationships
}

export interface DirectoryFilter {
  q?: string
  industry?: string
  city?: string
  keyword?: string
  cursor?: string
}

const MAX_FACET_VALUES = 200

export type DirectoryService = ReturnType<typeof createDirectoryService>

export function createDirectoryService({ store, clock, relationships }: Deps) {
  return {
    /** @throws BadCursor */
    async page(viewerId: string, { cursor, ...filter }: DirectoryFilter): Promise<DirectoryPage> {
      const wanted = queryOf(viewerId, filter, isoInstant(clock()))
      const query = fingerprint('directory', wanted.prefixes, wanted.facets)
      const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
      if (isWordless(filter.q ?? '')) return { items: [], total: 0 }
      const views = await store.views()
      const search = directorySearch(views, wanted)
      const { items, next } = pageOf(
        directoryRows(views, search, { after, rows: PAGE_SIZE }),
        PAGE_SIZE,
        query,
      )
      const ids = items.map(({ id }) => id)
      const found = await relationships.relationshipsWith(viewerId, ids)
      return {
        items: items.map((row): DirectoryEntry => ({
          ...entryOf(row, search, { isOfferShown: true }),
          relationship: found.get(row.id),
        })),
        total: directoryTotal(views, search),
        next,
      }
    },

    /**
     * The first members that a text finds, without the viewer's relationships to them. They have a line only if it
     * matches.
     */
    async find(viewerId: string, { text, rows }: { text: string; rows: number }): Promise<DirectoryEntry[]> {
      if (isWordless(text)) return []
      const views = await store.views()
      const search = directorySearch(views, queryOf(viewerId, { q: text }, isoInstant(clock())))
      const found = directoryRows(views, search, { after: undefined, rows })
      return found.slice(0, rows).map((row) => entryOf(row, search, { isOfferShown: false }))
    },

    async facets(viewerId: string): Promise<DirectoryFacets> {
      const views = await store.views()
      const valuesOf = (facet: string) => facetValues(views, viewerId, facet, MAX_FACET_VALUES)
      return { industries: valuesOf('industry'), cities: valuesOf('city'), keywords: valuesOf('keyword') }
    },
  }
}

/** @param isOfferShown whether the first offer is the line if the card itself shows all that was searched for */
function entryOf(
  row: DirectoryRow,
  { prefixes, now }: DirectorySearch,
  { isOfferShown }: { isOfferShown: boolean },
): DirectoryEntry {
  const card = parseCard(row.card)
  const details = parseJson(row.details)
  const { asks = [], offers = [] } = parseJson(row.exchanges)
  const isCurrent = ({ expiresAt }: { expiresAt: string }) => expiresAt > now
  const lines: DirectoryLine[] = [
    ...offers.filter(isCurrent).map(({ text }) => ({ field: 'offers' as const, text })),
    ...asks.filter(isCurrent).map(({ text }) => ({ field: 'asks' as const, text })),
    ...(details.industry ? [{ field: 'industry' as const, text: details.industry }] : []),
    ...(details.keywords ?? []).map((text) => ({ field: 'keywords' as const, text })),
  ]
  const sought = notShown(prefixes, card, details)
  const line =
    sought.length > 0
      ? lines.find(({ field, text }) => {
          const words = field === 'industry' ? indexed(text, industryName(text)) : indexed(text)
          return sought.some((prefix) => hasPrefixes(words, [prefix]))
        })
      : lines.find(({ field }) => isOfferShown && field === 'offers')
  return { ...card, ...details, line }
}

/** The prefixes that no word of what an entry always shows begins with. */
function notShown(prefixes: readonly Prefix[], card: MemberCard, { city = '' }: PersonDetails) {
  if (prefixes.length === 0) return prefixes
  const { displayName, headline = '', company = '' } = card
  const shown = indexed(displayName, headline, company, city)
  return prefixes.filter((prefix) => !hasPrefixes(shown, [prefix]))
}

function queryOf(
  viewerId: string,
  { q = '', keyword, city, industry }: DirectoryFilter,
  now: string,
): DirectoryQuery {
  const facets = Object.entries({ keyword, city, industry }).flatMap(([facet, value]) =>
    value === undefined ? [] : [[facet, fold(value)] as const],
  )
  return { viewerId, now, prefixes: prefixesOf(q), facets }
}
