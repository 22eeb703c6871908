import type { Relationship } from '#shared/connections.ts'
import { PAGE_SIZE } from '#shared/constants.ts'
import type { DirectoryEntry, DirectoryFacets, DirectoryPage } from '#shared/directory.ts'
import type { MemberProfile } from '#shared/members.ts'
import type { HiddenFrom } from '#server/features/connections/types.ts'
import type { Entry, SearchIndex } from '#server/search/index.ts'
import { fold } from '#server/views/words.ts'

interface Deps {
  /** Entries of all listed members, by `directoryEntryOf`. */
  index: () => Promise<SearchIndex>
  hiddenFrom: HiddenFrom
  /** Without those who are no longer listed. */
  listedProfiles: (viewerId: string, ids: readonly string[]) => Promise<MemberProfile[]>
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

/** @param profile as every member sees it */
export const directoryEntryOf = (profile: MemberProfile): Entry => {
  const { id, displayName, headline = '', company = '', keywords = [] } = profile
  const { industry, address } = profile
  return {
    id,
    key: fold(displayName),
    words: [displayName, headline, company, ...keywords],
    facets: {
      industry: industry ? [industry] : [],
      city: address?.city ? [address.city] : [],
      keyword: keywords,
    },
  }
}

export type DirectoryService = ReturnType<typeof createDirectoryService>

export function createDirectoryService({ index, hiddenFrom, listedProfiles, relationshipsWith }: Deps) {
  return {
    async page(viewerId: string, { q, cursor, ...facets }: DirectoryFilter): Promise<DirectoryPage> {
      const [all, hidden] = await Promise.all([index(), hiddenFrom(viewerId)])
      const pageFrom = (from: string | undefined, limit: number) =>
        all.countedPage({ list: 'directory', text: q, facets, without: hidden, cursor: from, limit })

      let found = pageFrom(cursor, PAGE_SIZE)
      const items = await listedProfiles(viewerId, found.ids)
      // The index is up to a second behind other replicas: some of the page may be listed no longer.
      while (found.next && items.length < PAGE_SIZE) {
        found = pageFrom(found.next, PAGE_SIZE - items.length)
        items.push(...(await listedProfiles(viewerId, found.ids)))
      }
      const relationships = await relationshipsWith(
        viewerId,
        items.map(({ id }) => id),
      )
      return {
        items: items.map((profile) => entryOf(profile, relationships.get(profile.id))),
        total: found.total,
        ...(found.next && { next: found.next }),
      }
    },

    async facets(viewerId: string): Promise<DirectoryFacets> {
      const [all, without] = await Promise.all([index(), hiddenFrom(viewerId)])
      const counts = (facet: string) => all.counts(facet, { without, limit: MAX_FACET_VALUES })
      return { industries: counts('industry'), cities: counts('city'), keywords: counts('keyword') }
    },
  }
}

const entryOf = (
  { address, ...profile }: MemberProfile,
  relationship: Relationship | undefined,
): DirectoryEntry => ({
  ...profile,
  ...(address?.city && { city: address.city }),
  ...(relationship && { relationship }),
})
