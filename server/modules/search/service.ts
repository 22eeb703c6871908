import { MAX_RESULTS } from '#shared/search/rules.ts'
import type { SearchResults } from '#shared/search/schema.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Programme } from '#server/modules/programme/module.ts'
import type { Meetings } from '#server/modules/meetings/module.ts'
import type { People } from '#server/modules/people/module.ts'

interface Deps {
  people: People
  programme: Programme
  meetings: Meetings
}

interface SearchQuery {
  q: string
  /** Slug of a chapter, or `MY_CHAPTERS`. */
  chapter?: string
}

export type SearchService = ReturnType<typeof createSearchService>

/** One search over all that a member may see. Each module answers for its own rights. */
export function createSearchService({ people, programme, meetings }: Deps) {
  return {
    /** Meetings belong to no chapter. */
    async find(viewer: Actor, { q: text, chapter }: SearchQuery): Promise<SearchResults> {
      const [found, upcoming, own] = await Promise.all([
        people.directory.find(viewer, { q: text, chapter, rows: MAX_RESULTS }),
        programme.reader.find(viewer, { text, chapter, rows: MAX_RESULTS }),
        meetings.meetings.lists.find(viewer.id, text, MAX_RESULTS),
      ])
      return { people: found.items, instead: found.instead, events: upcoming, meetings: own }
    },
  }
}
