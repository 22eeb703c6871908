import { Type, type Static } from 'typebox'

import { RelationshipSchema } from './connections.ts'
import { DirectoryLineSchema, MarksSchema } from './matches.ts'
import { MemberCardSchema } from './members.ts'
import { CursorQuerySchema, pageOf } from '#shared/lib/page.ts'

export const FilterSchema = Type.Optional(Type.String({ minLength: 1, maxLength: 120 }))

/** All filters must match, ignoring case and accents. */
export const DirectoryQuerySchema = Type.Object(
  {
    ...CursorQuerySchema.properties,
    /**
     * Words in any field that the viewer sees; all of them must match, by their beginning, their stem, or a trade of the
     * thesaurus that they name. One or two letters are the beginning of a name.
     */
    q: Type.Optional(Type.String({ maxLength: 100 })),
    /** Do not look for what a word with a typing error probably means. */
    asTyped: Type.Optional(Type.Boolean()),
    /** All words of `q` are the beginnings of words of a name. */
    namesOnly: Type.Optional(Type.Boolean()),
    industry: FilterSchema,
    city: FilterSchema,
    keyword: FilterSchema,
    /** Slug of a chapter, or `mine` for those of the viewer. */
    chapter: FilterSchema,
  },
  { additionalProperties: false },
)

/** `chapter` as in the directory. */
export const SuggestionsQuerySchema = Type.Pick(DirectoryQuerySchema, ['chapter'], {
  additionalProperties: false,
})

/** A member in the directory. */
export const DirectoryEntrySchema = Type.Object({
  ...MemberCardSchema.properties,
  industry: Type.Optional(Type.String()),
  city: Type.Optional(Type.String()),
  keywords: Type.Optional(Type.Array(Type.String())),
  line: Type.Optional(DirectoryLineSchema),
  marks: Type.Optional(MarksSchema),
  /** The relationship with the viewer, so that a card can offer the matching command. */
  relationship: Type.Optional(RelationshipSchema),
})
export type DirectoryEntry = Static<typeof DirectoryEntrySchema>

/** A trade of the thesaurus, and the number of members who name it other than in asks; at most 200. */
const NearTradeSchema = Type.Object({ text: Type.String(), count: Type.Integer() })

/**
 * Ordered by name, then id. A search is ordered by the best field in which it was found: name, headline and industry,
 * offers, keywords, city, trade, biography, asks; then by name up to 200 matches.
 */
export const DirectoryPageSchema = Type.Object({
  ...pageOf(DirectoryEntrySchema).properties,
  /** Members on all pages; at most 200 for a search. */
  total: Type.Integer(),
  /** Whether a search has more matches than `total`. */
  hasMore: Type.Optional(Type.Boolean()),
  /** The text whose results these are, if the one that was typed finds nobody. */
  instead: Type.Optional(Type.String()),
  /** If nobody was found, trades that are like the one that was typed. */
  near: Type.Optional(Type.Array(NearTradeSchema)),
})
export type DirectoryPage = Static<typeof DirectoryPageSchema>

const FacetSchema = Type.Object({ value: Type.String(), count: Type.Integer() })
export type Facet = Static<typeof FacetSchema>

/** Filter values, most frequent first, at most 200 of each. */
export const DirectoryFacetsSchema = Type.Object({
  industries: Type.Array(FacetSchema),
  cities: Type.Array(FacetSchema),
  keywords: Type.Array(FacetSchema),
})
export type DirectoryFacets = Static<typeof DirectoryFacetsSchema>
