import { Type, type Static } from 'typebox'

import { RelationshipSchema } from './connections.ts'
import { MemberCardSchema } from './members.ts'
import { CursorQuerySchema, pageOf } from '#shared/lib/page.ts'

const FilterSchema = Type.Optional(Type.String({ minLength: 1, maxLength: 120 }))

/** All filters must match, ignoring case and accents. */
export const DirectoryQuerySchema = Type.Object(
  {
    ...CursorQuerySchema.properties,
    /** Prefixes of words in name, company, headline, industry, city, keywords, asks or offers; all of them must match. */
    q: Type.Optional(Type.String({ maxLength: 100 })),
    industry: FilterSchema,
    city: FilterSchema,
    keyword: FilterSchema,
  },
  { additionalProperties: false },
)

/** The line of the profile that matches the search; without a search, the first offer. */
const DirectoryLineSchema = Type.Object({
  field: Type.Enum(['offers', 'asks', 'industry', 'keywords']),
  text: Type.String(),
})
export type DirectoryLine = Static<typeof DirectoryLineSchema>

/** A member in the directory. */
export const DirectoryEntrySchema = Type.Object({
  ...MemberCardSchema.properties,
  industry: Type.Optional(Type.String()),
  city: Type.Optional(Type.String()),
  keywords: Type.Optional(Type.Array(Type.String())),
  line: Type.Optional(DirectoryLineSchema),
  /** The relationship with the viewer, so that a card can offer the matching command. */
  relationship: Type.Optional(RelationshipSchema),
})
export type DirectoryEntry = Static<typeof DirectoryEntrySchema>

/** Ordered by name, then id. `total` counts all pages. */
export const DirectoryPageSchema = Type.Object({
  ...pageOf(DirectoryEntrySchema).properties,
  total: Type.Integer(),
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
