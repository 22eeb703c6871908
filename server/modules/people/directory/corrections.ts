import { fold, writtenWords } from '#shared/lib/words.ts'
import { isEveryday } from '#server/modules/people/terms/everyday-words.ts'
import { FILLERS } from '#server/modules/people/terms/fillers.ts'
import {
  isOfThesaurus,
  spellingOf,
  thesaurusWordsFrom,
  tradesIn,
  tradesOfEnding,
  tradesOfWhole,
  tradesWanted,
} from '#server/modules/people/terms/trade-matches.ts'
import { formsOf } from '#server/modules/people/terms/word-forms.ts'
import { among, type Query, sql, type ViewReader } from '#server/views/sql.ts'

import { hiddenFrom } from './filters.ts'

const MIN_LETTERS = 4
/** Letters from which a word can have two typing errors, and is hardly another word. */
const MIN_LONG = 8
const MIN_HALF = 3
/** Candidates for a word whose matches are looked for. */
const MAX_TRIED = 4
const LAST_LETTER = '\u{10FFFF}'

interface Candidate {
  word: string
  errors: number
  /** Whether the word alone is the name of a trade. */
  isTrade: boolean
  /** Number of members who have it. */
  count: number
}

interface Known {
  viewerId: string
  /** Members up to which a word can have a typing error that they made, too. */
  few: number
  /** Whether the viewer finds more people by a word. */
  isFound: (word: string) => boolean
  /** Whether somebody is found by the text as it is typed, so that a word is corrected only to the name of a trade. */
  isSomeoneFound: boolean
}

/**
 * The text with its unknown words as they are probably meant, or undefined. Words are those of the thesaurus and of
 * members. The first letter is kept unless nothing else fits. A quarter of the words of a language differ from one of the
 * thesaurus by a letter or two, so only the name of a trade is likely without the rest of the text.
 */
export function correctionOf(
  views: ViewReader,
  text: string,
  { viewerId, few, isFound, isSomeoneFound }: Known,
) {
  const written = writtenWords(text)
  const known = countsOf(views, viewerId, written.map(fold))

  function meantBy(word: string, at: number) {
    const { folded } = formsOf(word)
    if (isOfThesaurus(folded)) return respelled(word)
    const isSure =
      folded.length < MIN_LETTERS ||
      FILLERS.has(folded) ||
      isEveryday(word) ||
      known.get(folded)! > few ||
      tradesOfWhole(word).length > 0
    if (isSure) return word
    const meant = isCompound(word) ? wholeFor(folded) : candidateFor(word, at)
    return meant ? spellingOf(meant.word) : word
  }

  /** The name of a trade instead of a compound that differs from it by a letter, and is found by its end alone. */
  function wholeFor(folded: string) {
    const [closest] = candidatesFor(views, viewerId, folded)
    return closest?.isTrade && closest.errors === 1 ? closest : undefined
  }

  function candidateFor(word: string, at: number) {
    const { folded } = formsOf(word)
    if (isFound(word) || (isSomeoneFound && isName(views, viewerId, folded))) return undefined
    const isOfText = (each: Candidate) =>
      isNamedTogether(writtenWords(written.with(at, spellingOf(each.word)).join(' ')), at)
    const isLikely = (each: Candidate) =>
      each.isTrade ||
      (!isSomeoneFound &&
        (isOfText(each) ||
          (each.count > 0 && (folded.length >= MIN_LONG || haveSameLetters(folded, each.word)))))
    const candidates = candidatesFor(views, viewerId, folded).filter(isLikely).slice(0, MAX_TRIED)
    if (candidates.length < 2) return candidates[0]
    return (
      candidates.find(isOfText) ?? candidates.find((each) => isFound(spellingOf(each.word))) ?? candidates[0]
    )
  }

  // A hundred characters can be three hundred words, which repeat.
  const meant = new Map([...new Set(written)].map((word) => [word, meantBy(word, written.indexOf(word))]))
  const isCorrected = written.some((word) => meant.get(word) !== word)
  return isCorrected ? written.map((word) => meant.get(word)).join(' ') : undefined
}

/** A word of the thesaurus with its accents: "armazem" has another stem than "armazém". @param word as it is written */
function respelled(word: string) {
  const spelling = spellingOf(fold(word))
  return spelling.toLowerCase() === word ? word : spelling
}

/** Whether a word that names nothing as a whole ends with another: "Hautaarzt" finds doctors. @param word as it is written */
export const isCompound = (word: string) =>
  tradesOfWhole(word).length === 0 && (formsOf(word).ending !== undefined || tradesOfEnding(word).length > 0)

/** Whether a member's name has the word: Fischer is not a fisherman with a typing error. */
const isName = (views: ViewReader, viewerId: string, word: string) =>
  views.get(sql`SELECT 1 FROM personWord
    WHERE kind = 'name' AND word >= ${word} AND word < ${word + LAST_LETTER}
      AND number NOT IN (${hiddenFrom(viewerId)}) LIMIT 1`) !== undefined

/** The most probable ones first: two words that name a trade, then by errors, trades, and the number of members. */
function candidatesFor(views: ViewReader, viewerId: string, word: string): Candidate[] {
  const max = word.length < MIN_LONG ? 1 : 2
  const [first = ''] = word
  const ofThesaurus = thesaurusWordsFrom(first, Infinity).map((each) => ({ word: each, count: 0 }))
  const split = splitsOf(word)
  const trades = alike(word, max, ofThesaurus)
  if (trades[0]?.isTrade && trades[0].errors === 1) return [...split, ...trades]
  const kept = alike(word, max, [
    ...ofThesaurus,
    ...wordsFrom(views, viewerId, first, [word.length - max, word.length + max]),
  ])
  return [...split, ...(kept.length > 0 ? kept : alike(word, 1, otherFirstLetters(views, viewerId, word)))]
}

const alike = (word: string, max: number, candidates: readonly Pick<Candidate, 'word' | 'count'>[]) =>
  candidates
    .filter((each) => Math.abs(each.word.length - word.length) <= max && haveLetters(word, each.word, max))
    .map((each) => ({ ...each, errors: errorsBetween(word, each.word, max) }))
    .filter(({ errors }) => errors <= max)
    .map((each) => ({ ...each, isTrade: isTrade(spellingOf(each.word)) }))
    .toSorted(
      (one, other) =>
        one.errors - other.errors ||
        Number(other.isTrade) - Number(one.isTrade) ||
        Number(haveSameLetters(word, other.word)) - Number(haveSameLetters(word, one.word)) ||
        other.count - one.count ||
        (one.word < other.word ? -1 : 1),
    )

/** Whether a word alone is the name of a trade or, if it is long, what one is needed for. */
const isTrade = (word: string) => (word.length < MIN_LONG ? tradesIn : tradesWanted)([word]).length > 0

/** "webdesign" as "web design", if that names a trade. */
const splitsOf = (word: string): Candidate[] =>
  Array.from({ length: Math.max(0, word.length - 2 * MIN_HALF + 1) }, (_, at) => [
    word.slice(0, at + MIN_HALF),
    word.slice(at + MIN_HALF),
  ])
    .filter((words) => isNamedTogether(words, 0))
    .map((words) => ({ word: words.join(' '), errors: 1, isTrade: false, count: 0 }))

/** Whether the word at the position names a trade together with others. */
const isNamedTogether = (words: readonly string[], at: number) =>
  tradesWanted(words).some(({ positions }) => positions.length > 1 && positions.includes(at))

/** Whether letters were left out, added or exchanged, but none replaced, which can make any word from another. */
const haveSameLetters = (one: string, other: string) =>
  one.length !== other.length || [...one].toSorted().join() === [...other].toSorted().join()

const wordsFrom = (
  views: ViewReader,
  viewerId: string,
  first: string,
  [shortest, longest]: readonly [number, number],
) =>
  memberWords(
    views,
    viewerId,
    sql`word >= ${first} AND word < ${first + LAST_LETTER} AND length(word) BETWEEN ${shortest} AND ${longest}`,
  )

/** Known words that differ by one typing error in the first letter. */
function otherFirstLetters(views: ViewReader, viewerId: string, word: string) {
  const [first = '', second = ''] = word
  const rest = word.slice(1)
  const words = [
    rest,
    second + first + word.slice(2),
    ...[...'abcdefghijklmnopqrstuvwxyz'].flatMap((letter) => [letter + rest, letter + word]),
  ]
  const counts = countsOf(views, viewerId, words)
  return words
    .filter((each) => counts.has(each) || isOfThesaurus(each))
    .map((each) => ({ word: each, count: counts.get(each) ?? 0 }))
}

/** Number of members who have each word; words that nobody has are left out. */
const countsOf = (views: ViewReader, viewerId: string, words: readonly string[]) =>
  new Map(memberWords(views, viewerId, sql`word IN ${among(words)}`).map(({ word, count }) => [word, count]))

/** Words of the members whom the viewer sees. */
const memberWords = (views: ViewReader, viewerId: string, isWanted: Query) =>
  views.all<Pick<Candidate, 'word' | 'count'>>(sql`
    WITH hidden AS MATERIALIZED (${hiddenFrom(viewerId)})
    SELECT word, sum(count) AS count FROM (
      SELECT word, count FROM personWordCount WHERE ${isWanted}
      UNION ALL SELECT word, count FROM exchangeWordCount WHERE kind IN ('asks', 'offers') AND ${isWanted}
      UNION ALL SELECT word, -1 FROM hidden CROSS JOIN personWord USING (number) WHERE ${isWanted}
      UNION ALL SELECT word, -1 FROM hidden CROSS JOIN exchangeWord USING (number) WHERE ${isWanted})
    GROUP BY word HAVING sum(count) > 0`)

/** Whether each has all but `max` letters of the other, without which there are more errors. Takes a tenth of the time. */
function haveLetters(one: string, other: string, max: number) {
  const [own, others] = [lettersOf(one), lettersOf(other)]
  return bitsIn(own & ~others) <= max && bitsIn(others & ~own) <= max
}

function lettersOf(word: string) {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

function bitsIn(letters: number) {
  let count = 0
  for (let left = letters; left !== 0; left &= left - 1) count += 1
  return count
}

/**
 * Typing errors from one word to another: letters left out, added, replaced, or two exchanged. At most one more than
 * `max`.
 */
function errorsBetween(one: string, other: string, max: number) {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at += 1) {
    const row = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const isSame = one[at - 1] === other[to - 1]
      let least = Math.min(last[to]! + 1, row[to - 1]! + 1, last[to - 1]! + (isSame ? 0 : 1))
      const isExchanged = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      if (isExchanged) least = Math.min(least, before[to - 2]! + 1)
      row.push(least)
    }
    if (Math.min(...row) > max) return max + 1
    before = last
    last = row
  }
  return last[other.length]!
}
