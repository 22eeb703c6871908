import type { Relationship } from '#shared/connections.ts'
import { PAGE_SIZE } from '#shared/constants.ts'
import type { DirectoryEntry, DirectoryFacets, DirectoryPage } from '#shared/directory.ts'
import type { MemberCard } from '#shared/members.ts'
import type { PersonDetails } from '#server/features/members/types.ts'
import type { Store } from '#server/store/port.ts'
import { decodeCursor, fingerprint, pageOf } from '#server/views/cursor.ts'
import { fold, isWordless, matching } from '#server/views/words.ts'

import { countHits, directoryRows, type DirectorySearch, directoryTotal, facetValues } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  relationshipsWith: (viewerId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, Relationship>>
}

export interface DirectoryFilter {
  q?: string
  industry?: string
  city?: string
  keyword?: string
  cursor?: string
}

const MAX_FACET_VALUES = 200

/** Cards of listed members whom a text finds, for a choice of people. */
export async function searchDirectory(
  { views }: Pick<Store, 'views'>,
  viewerId: string,
  { text, rows }: { text: string; rows: number },
): Promise<MemberCard[]> {
  if (isWordless(text)) return []
  const search = searchOf(viewerId, { q: text })
  const found = directoryRows(await views(), search, { after: undefined, rows })
  return found.slice(0, rows).map(({ card }) => JSON.parse(card) as MemberCard)
}

export type DirectoryService = ReturnType<typeof createDirectoryService>

export function createDirectoryService({ store, relationshipsWith }: Deps) {
  return {
    /** @throws BadCursor */
    async page(viewerId: string, { cursor, ...filter }: DirectoryFilter): Promise<DirectoryPage> {
      const search = searchOf(viewerId, filter)
      const query = fingerprint('directory', search.text, search.facets)
      const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
      if (isWordless(filter.q ?? '')) return { items: [], total: 0 }
      const views = await store.views()
      const hits = countHits(views, search)
      const { items, next } = pageOf(
        directoryRows(views, search, { after, rows: PAGE_SIZE }, hits),
        PAGE_SIZE,
        query,
      )
      const ids = items.map(({ id }) => id)
      const relationships = await relationshipsWith(viewerId, ids)
      return {
        items: items.map(({ id, card, details }): DirectoryEntry => {
          const relationship = relationships.get(id)
          return {
            ...(JSON.parse(card) as MemberCard),
            ...(JSON.parse(details) as PersonDetails),
            ...(relationship && { relationship }),
          }
        }),
        total: directoryTotal(views, search, hits),
        ...(next && { next }),
      }
    },

    async facets(viewerId: string): Promise<DirectoryFacets> {
      const views = await store.views()
      const valuesOf = (facet: string) => facetValues(views, viewerId, facet, MAX_FACET_VALUES)
      return { industries: valuesOf('industry'), cities: valuesOf('city'), keywords: valuesOf('keyword') }
    },
  }
}

function searchOf(viewerId: string, { q = '', keyword, city, industry }: DirectoryFilter): DirectorySearch {
  const facets = Object.entries({ keyword, city, industry }).flatMap(([facet, value]) =>
    value === undefined ? [] : [[facet, fold(value)] as const],
  )
  return { viewerId, text: matching(q), facets }
}
