import { Type, type Static } from 'typebox'

/** The line of the profile that matches the search; in the directory without a search, the first offer. */
export const DirectoryLineSchema = Type.Object({
  field: Type.Enum(['offers', 'asks', 'industry', 'keywords', 'bio']),
  text: Type.String(),
})
export type DirectoryLine = Static<typeof DirectoryLineSchema>

/** Folded words that match by their stem or their trade, to be marked besides those that begin as typed. */
export const MarksSchema = Type.Array(Type.String())
