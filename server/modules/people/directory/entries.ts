import { industryName } from '#shared/community/industries.ts'
import type { DirectoryEntry } from '#shared/people/directory.ts'
import type { DirectoryLine } from '#shared/people/matches.ts'
import { fold, indexed, withoutPairs, writtenWords } from '#shared/lib/words.ts'
import type { Clause, Term } from '#server/modules/people/terms/query.ts'
import { facetTerm, stemsOfTrade, tradeTerm } from '#server/modules/people/terms/terms.ts'
import { tradesIn } from '#server/modules/people/terms/trade-matches.ts'
import { formsOf } from '#server/modules/people/terms/word-forms.ts'
import { parseCard } from '#server/views/cards.ts'
import { among, parseJson, sql, type ViewReader } from '#server/views/sql.ts'

import { type DirectoryQuery, isAllowed } from './filters.ts'
import { type DirectoryRow, rowsOf } from './queries.ts'

/** Characters of a biography that a line shows. */
const MAX_EXCERPT = 160

interface Options {
  /** Whether the first offer is the line if the card itself shows all that was searched for. */
  isOfferShown: boolean
}

/** Shows members as a search found them, with the line that matched what the rest of the entry doesn't show. */
export function createEntries(
  { text, now }: Pick<DirectoryQuery, 'text' | 'now'>,
  { isOfferShown }: Options,
) {
  const wanted = text.isOfNames ? [] : text.clauses.map(wantedBy)
  // The client marks words that begin as typed.
  const typed = text.closest.map(({ word }) => word)

  const isCurrent = ({ expiresAt }: { expiresAt: string }) => expiresAt > now

  return (row: DirectoryRow): DirectoryEntry => {
    const card = parseCard(row.card)
    const details = parseJson(row.details)
    const { asks = [], offers = [] } = parseJson(row.exchanges)
    const { displayName, headline = '', company = '' } = card
    const isSearch = wanted.length > 0
    const shown = isSearch
      ? [...[displayName, details.city ?? ''].map(readName), ...[headline, company].map(readText)]
      : []
    const sought = wanted.filter((each) => !shown.some((read) => isFoundIn(each, read)))
    const lines: DirectoryLine[] = [
      ...offers.filter(isCurrent).map((offer) => ({ field: 'offers' as const, text: offer.text })),
      ...(details.industry ? [{ field: 'industry' as const, text: details.industry }] : []),
      ...(details.keywords ?? []).map((keyword) => ({ field: 'keywords' as const, text: keyword })),
      ...(sought.length > 0 && row.bio ? [{ field: 'bio' as const, text: row.bio }] : []),
      ...asks.filter(isCurrent).map((ask) => ({ field: 'asks' as const, text: ask.text })),
    ]
    const line =
      sought.length > 0
        ? lines.find((each) => isLineOf(sought, each))
        : lines.find(({ field }) => isOfferShown && field === 'offers')
    const read = isSearch && line ? [...shown, readText(textOf(line))] : shown
    const marks = new Set(read.flatMap((each) => wanted.flatMap((clause) => marksIn(each, clause))))
    for (const start of typed) for (const mark of marks) if (mark.startsWith(start)) marks.delete(mark)
    return {
      ...card,
      ...details,
      line: line?.field === 'bio' ? { ...line, text: excerptOf(line.text, sought) } : line,
      marks: marks.size > 0 ? [...marks] : undefined,
    }
  }
}

/** Why the text finds each of the people, by id. Those who are not in the directory are left out. */
export function reasonsOf(views: ViewReader, query: DirectoryQuery, people: readonly { number: number }[]) {
  const rows = rowsOf(
    views,
    query.viewerId,
    sql`SELECT p.number, p.nameKey AS key, p.id FROM person AS p
      WHERE p.number IN ${among(people.map(({ number }) => number))} AND p.isListed = 1 AND ${isAllowed(query)}`,
  )
  const entries = rows.map(createEntries(query, { isOfferShown: false }))
  return new Map(entries.map(({ id, city, line, marks }) => [id, { city, line, marks }]))
}

/** The names of an industry, as it is stored and in the language of the searcher. */
const textOf = ({ field, text }: DirectoryLine) =>
  field === 'industry' && industryName(text) !== text ? `${text}. ${industryName(text)}` : text

function isLineOf(sought: readonly Wanted[], line: DirectoryLine) {
  const read = readText(textOf(line))
  return sought.some((clause) => isFoundIn(clause, read) || isIndustry(clause, line))
}

/** Whether the text names the industry of the line by a word that admins have added to it. */
const isIndustry = ({ exact }: Wanted, { field, text }: DirectoryLine) =>
  field === 'industry' && exact.has(facetTerm('industry', fold(text)))

interface Wanted {
  /** Each after a space. */
  starts: readonly string[]
  exact: ReadonlySet<Term>
  /** First letters of all that is wanted. Few texts have any, and only these are stemmed, which takes microseconds. */
  heads: RegExp
  hasTrade: boolean
}

function wantedBy({ terms }: Clause): Wanted {
  const exact = terms.filter((term) => !term.endsWith('*'))
  const starts = terms.filter((term) => term.endsWith('*')).map((term) => term.slice(0, -1))
  const named = exact.flatMap((term) => stemsOfTrade(term) ?? [])
  return {
    starts: starts.map((start) => ` ${start}`),
    exact: new Set(exact),
    heads: new RegExp([...new Set([...starts, ...exact, ...named].map(headOf))].map(patternOf).join('|')),
    hasTrade: named.length > 0,
  }
}

/** The last letter of a stem can differ from that of its word. */
const headOf = (stem: string) => withoutPairs(stem).slice(0, stem.length > 4 ? 4 : 3)

/** Texts can have umlauts as two letters, stems have one. */
const patternOf = (head: string) =>
  [...head].map((letter) => RegExp.escape(letter) + ('aou'.includes(letter) ? 'e?' : '')).join('')

interface ReadText {
  spellings: string
  /** Without those of names and cities, which are found by their letters alone. */
  words: () => readonly string[]
}

const readText = (text: string): ReadText => ({
  spellings: ` ${indexed(text)}`,
  words: () => writtenWords(text),
})
const readName = (text: string): ReadText => ({ ...readText(text), words: () => [] })

const isFoundIn = (wanted: Wanted, text: ReadText) =>
  wanted.starts.some((start) => text.spellings.includes(start)) || marksIn(text, wanted).length > 0

/** Folded words of the text that match by their stems or as a trade. */
function marksIn({ spellings, words: read }: ReadText, { heads, exact, hasTrade }: Wanted) {
  if (!heads.test(spellings)) return []
  const words = read()
  const isForm = (word: string) =>
    heads.test(fold(word)) && formsOf(word).terms.some((term) => exact.has(term))
  const trades = hasTrade ? tradesIn(words).filter(({ named }) => exact.has(tradeTerm(named.id))) : []
  return [
    ...words.filter(isForm),
    ...trades.flatMap(({ positions }) => positions.map((at) => words[at]!)),
  ].map(fold)
}

/** The part of a text around the first word that matches. */
function excerptOf(text: string, wanted: readonly Wanted[]) {
  if (text.length <= MAX_EXCERPT) return text
  const sentences = text.split(/(?<=[.!?])\s+/)
  const isWanted = (read: ReadText) => wanted.some((clause) => isFoundIn(clause, read))
  const best = sentences.find((each) => isWanted(readText(each))) ?? text
  return best.length > MAX_EXCERPT ? `${best.slice(0, MAX_EXCERPT - 1)}…` : best
}
