import { writtenWords } from '#shared/lib/words.ts'
import { likelyMeanings } from '#server/modules/people/terms/likely-meanings.ts'
import { readSearch } from '#server/modules/people/terms/query.ts'
import type { IndustryPhrases } from '#server/modules/people/terms/trade-matches.ts'
import type { ViewReader } from '#server/views/sql.ts'

import { correctionOf, isCompound } from './corrections.ts'
import type { DirectoryQuery } from './filters.ts'
import { directorySearch, type DirectorySearch } from './queries.ts'

/** Results up to which a word can have a typing error that somebody else made, too. */
const MAX_FEW = 2
/** Members with the likeliest meaning of a text, below which those with the next one are shown, too. */
const MIN_FOUND = 5

export interface MeantQuery extends DirectoryQuery {
  /** Words that admins have added to industries. */
  phrases: IndustryPhrases
}

interface MeantSearch {
  search: DirectorySearch
  /** The text that was searched for instead. */
  instead?: string | undefined
}

/**
 * The search, or if it finds few or nobody, one for what is probably meant: without typing errors, then for the trades
 * that the text probably means.
 */
export function searchFor(
  views: ViewReader,
  query: MeantQuery,
  { q = '', asTyped }: { q?: string; asTyped?: boolean },
): MeantSearch {
  const search = directorySearch(views, query)
  const { clauses, isOfNames } = query.text
  const hasCompound = writtenWords(q).some(isCompound)
  if ((search.total > MAX_FEW && !hasCompound) || asTyped || isOfNames || clauses.length === 0)
    return { search }
  const isSomeoneFound = search.total > 0
  const few = isSomeoneFound ? MAX_FEW : 0
  const searchOf = (word: string) => ({ ...query, facets: [], text: readSearch(word, query.phrases) })
  const corrected = correctionOf(views, q, {
    viewerId: query.viewerId,
    few,
    isFound: (word) => directorySearch(views, searchOf(word), few + 1).total > few,
    isSomeoneFound,
  })
  const meant =
    corrected === undefined
      ? search
      : directorySearch(views, { ...query, text: readSearch(corrected, query.phrases) })
  if (corrected !== undefined && meant.total > (hasCompound ? 0 : search.total))
    return { search: meant, instead: corrected }
  if (isSomeoneFound) return { search }
  return ofLikely(views, { ...query, text: meant.text }, corrected ?? q, q) ?? { search: meant }
}

/** Members with the likeliest meaning of a text first, and while these are few, with the next ones. */
function ofLikely(views: ViewReader, query: MeantQuery, q: string, typed: string) {
  const meanings = likelyMeanings(q, query.phrases)
  const closest = meanings.slice(0, 1)
  for (const [at, clause] of meanings.entries()) {
    const text = { ...query.text, clauses: [clause], closest }
    const search = directorySearch(views, { ...query, text })
    const isEnough = search.total >= MIN_FOUND || (at === meanings.length - 1 && search.total > 0)
    // Nothing else was meant if all of the words say so.
    const isAll = clause.word === writtenWords(typed).join(' ')
    if (isEnough) return { search, instead: isAll ? undefined : clause.word }
  }
  return undefined
}
