import { fold, writtenWords } from '#shared/lib/words.ts'
import { NEEDS, type Trade, trades } from '#server/modules/people/trades/trades.ts'

import { ARTICLES, FILLERS } from './fillers.ts'
import { formsOf, STEM_LANGUAGES, stemLanguage, type StemLanguage, stemOf } from './word-forms.ts'

interface Phrase<T> {
  stems: readonly string[]
  named: T
}

/** Phrases by their first stem. */
type Phrases<T> = Readonly<Record<StemLanguage, ReadonlyMap<string, readonly Phrase<T>[]>>>

interface Thesaurus {
  /** Names of trades, in texts and in queries. */
  phrases: Phrases<Trade>
  /** Words of those who need them, and names of several words, without fillers. In queries only. */
  needs: Phrases<Trade>
  /** The trades that have a word in a name or a need, by its stem. */
  having: Readonly<Record<StemLanguage, ReadonlyMap<string, ReadonlySet<Trade>>>>
  /** Folded words in order, for what is typed so far and for typing errors. */
  words: readonly string[]
  /** Folded words as they are written, with accents and capitals. */
  spellings: ReadonlyMap<string, string>
}

let read: Thesaurus | undefined

/** Stemming it takes a fifth of a second in a new process. The module of people does it at the start. */
export const thesaurus = () => (read ??= readThesaurus())

function readThesaurus(): Thesaurus {
  const phrases = phrasesOf((language) => pairsOf((trade) => trade[language]), isArticle)
  const needs = phrasesOf(
    (language) =>
      pairsOf((trade) => [...trade[language].filter(hasSeveralWords), ...NEEDS[trade.id]![language]]),
    isFiller,
  )
  const havingIn = (language: StemLanguage) => tradesByStem([phrases[language], needs[language]])
  const spellings = readSpellings()
  return {
    phrases,
    needs,
    having: { en: havingIn('en'), de: havingIn('de'), pt: havingIn('pt') },
    words: [...spellings.keys()].toSorted(),
    spellings,
  }
}

/** English comes last, and so decides on words of several languages. */
const readSpellings = () =>
  new Map(
    STEM_LANGUAGES.toReversed().flatMap((language) =>
      trades
        .flatMap((trade) => [...trade[language], ...NEEDS[trade.id]![language]])
        .flatMap((phrase) => phrase.split(' '))
        .flatMap((spelling) => {
          const words = writtenWords(spelling)
          return words.map((word) => [fold(word), words.length === 1 ? spelling : word] as const)
        }),
    ),
  )

function tradesByStem(all: readonly Phrases<Trade>[StemLanguage][]) {
  const having = new Map<string, Set<Trade>>()
  for (const phrases of all)
    for (const { stems, named } of [...phrases.values()].flat())
      for (const stem of stems) having.getOrInsertComputed(stem, () => new Set()).add(named)
  return having
}

const pairsOf = (textsOf: (trade: Trade) => readonly string[]) =>
  trades.flatMap((trade) => textsOf(trade).map((text) => [text, trade] as const))

const isArticle = (word: string) => ARTICLES.has(word)
const isFiller = (word: string) => FILLERS.has(word)
const hasSeveralWords = (phrase: string) => writtenWords(phrase).filter((word) => !isFiller(word)).length > 1

/** @param textsIn phrases of a language, with what each names */
function phrasesOf<T>(
  textsIn: (language: StemLanguage) => readonly (readonly [text: string, named: T])[],
  isLeftOut: (word: string) => boolean,
) {
  function phrasesIn(language: StemLanguage) {
    // Many phrases share words.
    const known = new Map<string, string>()
    const stemIn = (word: string) => known.getOrInsertComputed(word, () => stemOf(word, language))
    return Map.groupBy(
      textsIn(language).flatMap(([text, named]): Phrase<T>[] => {
        const words = writtenWords(text).filter((word) => !isLeftOut(word))
        return words.length > 0 ? [{ stems: words.map(stemIn), named }] : []
      }),
      ({ stems }) => stems[0]!,
    )
  }
  return { en: phrasesIn('en'), de: phrasesIn('de'), pt: phrasesIn('pt') }
}

/** A phrase that a text has, and the positions of its words. */
interface PhraseMatch<T> {
  named: T
  positions: readonly number[]
}

export type TradeMatch = PhraseMatch<Trade>

/**
 * The trades that a text names in any language, whatever the forms of its words and their articles, or by the end of a
 * compound that names none itself. @param words as they are written
 */
export function tradesIn(words: readonly string[]): TradeMatch[] {
  const content = contentOf(words)
  const found = matchesOf(content, thesaurus().phrases)
  const known = new Set(found.flatMap(({ positions }) => positions))
  for (const { forms, position } of content)
    if (forms.ending !== undefined && !known.has(position))
      for (const named of tradesOfWord(forms.ending)) found.push({ named, positions: [position] })
  return found
}

/**
 * The trades that a query names, also by a need, all words of which it has in any order.
 * @param words as they are written
 */
export const tradesWanted = (words: readonly string[]): TradeMatch[] => [
  ...tradesIn(words),
  ...neededIn(words),
]

/** The trades that a word names as a whole, not by its end. @param word as it is written */
export const tradesOfWhole = (word: string): TradeMatch[] => [
  ...matchesOf(contentOf([word]), thesaurus().phrases),
  ...neededIn([word]),
]

function neededIn(words: readonly string[]): TradeMatch[] {
  const content = contentOf(words, isFiller)
  const { needs } = thesaurus()
  return STEM_LANGUAGES.flatMap((language) => {
    const positions = new Map(
      content
        .filter(({ forms }) => isReadIn(language, forms))
        .map(({ forms, position }) => [forms.stems[language], position]),
    )
    return [...positions.keys()]
      .flatMap((stem) => needs[language].get(stem) ?? [])
      .filter(({ stems }) => stems.every((stem) => positions.has(stem)))
      .map(({ stems, named }) => ({
        named,
        positions: stems.map((stem) => positions.get(stem)!).toSorted((one, other) => one - other),
      }))
  })
}

const MIN_ENDING = 4

/** The trades of the needs with which a German compound ends, such as "Küchenstuhl". @param word as it is written */
export function tradesOfEnding(word: string) {
  const stem = formsOf(word).stems.de
  for (let at = MIN_ENDING; at <= stem.length - MIN_ENDING; at += 1) {
    const single =
      thesaurus()
        .needs.de.get(stem.slice(at))
        ?.filter(({ stems }) => stems.length === 1) ?? []
    if (single.length > 0) return single.map(({ named }) => named)
  }
  return []
}

/**
 * The trades that have this word in a name or a need, in the searcher's language if any has.
 * @param word as it is written
 */
export function tradesHaving(word: string): ReadonlySet<Trade> {
  const { having } = thesaurus()
  const forms = formsOf(word)
  const languages = [stemLanguage(), ...STEM_LANGUAGES].filter((language) => isReadIn(language, forms))
  const found = languages.map((each) => having[each].get(forms.stems[each]))
  return found.find((each) => each !== undefined) ?? new Set()
}

/** In other languages than the searcher's, only the words of the thesaurus themselves are read: "grand" is not "grande". */
const isReadIn = (language: StemLanguage, { folded }: ReturnType<typeof formsOf>) =>
  language === stemLanguage() || isOfThesaurus(folded)

const contentOf = (words: readonly string[], isLeftOut = isArticle) =>
  words.flatMap((word, position) => (isLeftOut(word) ? [] : [{ forms: formsOf(word), position }]))

function matchesOf<T>(content: ReturnType<typeof contentOf>, phrases: Phrases<T>) {
  const found: PhraseMatch<T>[] = []
  for (const language of STEM_LANGUAGES)
    for (const [at, { forms }] of content.entries()) {
      const begun = phrases[language].get(forms.stems[language])
      if (!begun) continue
      for (const { stems, named } of begun) {
        if (!stems.every((stem, offset) => content[at + offset]?.forms.stems[language] === stem)) continue
        found.push({ named, positions: content.slice(at, at + stems.length).map((each) => each.position) })
      }
    }
  return found
}

/** Words that admins have added to industries, in any language. */
export type IndustryPhrases = Phrases<string>

export const industryPhrases = (all: readonly { industry: string; words: readonly string[] }[]) =>
  phrasesOf(
    () => all.flatMap(({ industry, words }) => words.map((word) => [word, industry] as const)),
    isArticle,
  )

/** @param words as they are written */
export const industriesIn = (words: readonly string[], phrases: IndustryPhrases) =>
  matchesOf(contentOf(words), phrases)

const tradesOfWord = (word: string) =>
  STEM_LANGUAGES.flatMap((language) => {
    const stem = formsOf(word).stems[language]
    const phrases = thesaurus().phrases[language].get(stem) ?? []
    return phrases.filter(({ stems }) => stems.length === 1).map(({ named }) => named)
  })

/** Up to `rows` words of the thesaurus that begin like this, in order. @param start folded */
export function thesaurusWordsFrom(start: string, rows: number) {
  const { words } = thesaurus()
  const from = firstAt(words, start)
  return words.slice(from, Math.min(from + rows, firstAt(words, `${start}\u{10FFFF}`)))
}

/** @param word folded */
export const isOfThesaurus = (word: string) => thesaurus().spellings.has(word)

/** The word as the thesaurus writes it, if it has it. @param word folded */
export const spellingOf = (word: string) => thesaurus().spellings.get(word) ?? word

/** Position of the first word that is not before this one. */
function firstAt(words: readonly string[], word: string) {
  let [from, to] = [0, words.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (words[middle]! < word) from = middle + 1
    else to = middle
  }
  return from
}
