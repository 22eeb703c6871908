import { spellOut } from '#shared/lib/spell-out.ts'

import { type Query, sql } from './sql.ts'

const APOSTROPHES = /['’‘ʼʻ`´′＇]/gu
/** Accents and points, but not the vowel signs of scripts that need them. */
const MARKS = /[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}]]/gv
/** Direction marks, soft hyphens and joiners, which no one types. */
const INVISIBLE = /\p{Cf}/gu
const BETWEEN_WORDS = /[\p{P}\p{Z}\p{Cc}]+/gu
/** ASCII without apostrophes, which most texts are. The full procedure takes several times as long. */
const PLAIN = /^[ -&(-_a-~]*$/

/** Katakana that have a hiragana, 96 code points before. */
const KATAKANA = /[ァ-ヶヽヾ]/gu
const toHiragana = (letter: string) => String.fromCodePoint(letter.codePointAt(0)! - 96)

/** Scripts written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu

/** Indexed letters of an ending. No word of these scripts is longer, and whole endings take quadratic space. */
const MAX_ENDING = 16

/** Normalises a text for comparison: ignores case, accents, width, apostrophes and which kana are used. */
export function fold(text: string) {
  if (PLAIN.test(text)) return text.toLowerCase()
  return spellOut(
    text.replace(APOSTROPHES, '').normalize('NFKD').toLowerCase().replace(MARKS, '').replace(INVISIBLE, ''),
  ).replace(KATAKANA, toHiragana)
}

/** The folded words of a text. */
export const tokenise = (text: string): string[] =>
  fold(text)
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')

/** Whether a query has characters but no words, such as `--`. */
export const isWordless = (text: string) => text.trim() !== '' && tokenise(text).length === 0

/** Keeps the first of each that differ only in case, accents and width: "AI" and "ai" are one. */
export const distinctFolded = (texts: readonly string[]) =>
  Map.groupBy(texts, fold)
    .values()
    .map(([first]) => first!)
    .toArray()

/** The words by which a text is found. A query finds "O’Brien" by "obrien" and by "brien". */
export function searchTokens(text: string): string[] {
  const words = tokenise(text)
  if (PLAIN.test(text) || text.search(APOSTROPHES) < 0) return words
  return [...words, ...tokenise(text.replace(APOSTROPHES, ' '))]
}

/**
 * The text for a full-text table: folded words separated by spaces. In scripts without spaces every suffix of a run
 * is a word, so that a query finds each part of it by a prefix.
 */
export function indexed(...texts: readonly string[]) {
  const all = texts.join(' ')
  if (PLAIN.test(all)) return all.toLowerCase().replace(BETWEEN_WORDS, ' ').trim()
  return texts
    .flatMap(searchTokens)
    .flatMap((word) => [word, ...endingsOf(word)])
    .join(' ')
}

function endingsOf(word: string): string[] {
  return [...word.matchAll(UNSPACED)].flatMap(({ 0: run, index }) => {
    const letters = [...run]
    return letters.map((_, at) => letters.slice(at, at + MAX_ENDING).join('')).slice(index === 0 ? 1 : 0)
  })
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/**
 * The prefixes that words of an indexed text must have for the query to find it. Empty if the query has no words;
 * see `isWordless`.
 */
export const prefixesOf = (query: string): string[] =>
  withoutPrefixes(
    tokenise(query).flatMap((word) =>
      word.search(UNSPACED) < 0 ? [word] : [...segmenter.segment(word)].map(({ segment }) => segment),
    ),
  )

/**
 * The argument of `MATCH`: `prefixesOf` the query, in quotes, so that a query is never taken for syntax. Undefined
 * if it has no words.
 */
export function matching(query: string): string | undefined {
  const prefixes = prefixesOf(query)
  return prefixes.length === 0 ? undefined : matchingAll(prefixes)
}

/** The argument of `MATCH` for words that begin with each of these. */
export const matchingAll = (prefixes: readonly string[]) => prefixes.map((prefix) => `"${prefix}"*`).join(' ')

/**
 * Whether an indexed text has words with all these prefixes. For rows that another condition has found: a full-text
 * table would go through all members first. @param text a column
 */
export const hasWords = (text: Query, prefixes: readonly string[]): Query =>
  sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(prefixes)}) AS prefix
    WHERE instr(' ' || ${text}, ' ' || prefix.value) = 0)`

/**
 * The text, folded, as one word of a full-text table: letters of private use replace punctuation and spaces. For
 * addresses, which are found by their beginning.
 */
export const asOneWord = (text: string) =>
  fold(text).replace(BETWEEN_WORDS, (separators) =>
    String.fromCodePoint(...[...separators].map((each) => 0xe000 + (each.codePointAt(0)! % 0x1000))),
  )

/** A word that starts with "anna" starts with "a" too: the shorter token is redundant. */
const withoutPrefixes = (words: readonly string[]) =>
  [...new Set(words)].filter((word) => !words.some((other) => other !== word && other.startsWith(word)))

/** The same condition for a text that is already loaded. @param words as `indexed` returns them */
export const hasPrefixes = (words: string, prefixes: readonly string[]) =>
  prefixes.every((prefix) => ` ${words}`.includes(` ${prefix}`))
