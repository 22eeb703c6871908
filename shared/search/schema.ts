import { Type, type Static } from 'typebox'

import { ChapterSlugSchema } from '#shared/chapters/schema.ts'
import { EventSummarySchema } from '#shared/events/schema.ts'
import { FoundMeetingSchema } from '#shared/meetings/schema.ts'
import { DirectoryEntrySchema } from '#shared/people/directory.ts'

import { MAX_QUERY } from './rules.ts'

/** Words, all of which must match; see the directory for people. */
export const SearchQuerySchema = Type.Object(
  {
    q: Type.String({ minLength: 1, maxLength: MAX_QUERY }),
    /** Slug of a chapter, or `mine`: limits people and events to them. */
    chapter: Type.Optional(ChapterSlugSchema),
  },
  { additionalProperties: false },
)

/** The best matches of each kind, at most five. */
export const SearchResultsSchema = Type.Object({
  people: Type.Array(DirectoryEntrySchema),
  /** The text that found the people, if the one that was typed finds nobody. */
  instead: Type.Optional(Type.String()),
  events: Type.Array(EventSummarySchema),
  meetings: Type.Array(FoundMeetingSchema),
})
export type SearchResults = Static<typeof SearchResultsSchema>
