import { finishHash, hashWith } from './vocabulary.ts'

const APOSTROPHES = /['’‘ʼʻ`´′＇]/gu
/** Accents and points, but not the vowel signs of scripts that need them. */
const MARKS = /[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}]]/gv
/** Direction marks, soft hyphens and joiners, which nobody types. */
const INVISIBLE = /\p{Cf}/gu
const BETWEEN_WORDS = /[\p{P}\p{Z}\p{Cc}]/gu
/** ASCII without apostrophes: most texts, for which the rest takes several times as long. */
const PLAIN = /^[ -&(-_a-~]*$/
const ASCII = 128
/** By ASCII code, 1 for what is between words. */
const IS_BETWEEN_WORDS = Uint8Array.from({ length: ASCII }, (_, code) =>
  String.fromCharCode(code).search(BETWEEN_WORDS) < 0 ? 0 : 1,
)

/** Letters that Unicode does not decompose, and how people type them. */
const SPELT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
}
const WHOLE = new RegExp(`[${Object.keys(SPELT).join('')}]`, 'gu')

/** Katakana that have a hiragana, which is 96 code points before. */
const KATAKANA = /[ァ-ヶヽヾ]/gu
const toHiragana = (letter: string) => String.fromCodePoint(letter.codePointAt(0)! - 96)

/** Normalises a text for comparison: ignores case, accents, width, apostrophes and which kana are used. */
export function fold(text: string) {
  if (PLAIN.test(text)) return text.toLowerCase()
  return text
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(INVISIBLE, '')
    .replace(WHOLE, (letter) => SPELT[letter] ?? letter)
    .replace(KATAKANA, toHiragana)
}

/** A folded text with nothing but ASCII between its words, for `eachWord`. */
export const foldWords = (text: string) =>
  PLAIN.test(text) ? text.toLowerCase() : fold(text).replace(BETWEEN_WORDS, ' ')

/** Calls with where each word of a text of `foldWords` begins, where it is over, and its hash for a `Vocabulary`. */
export function eachWord(folded: string, visit: (from: number, to: number, hash: number) => void) {
  let from = 0
  let hash = 0
  for (let at = 0; at <= folded.length; at++) {
    const code = at < folded.length ? folded.charCodeAt(at) : 0
    if (code >= ASCII || IS_BETWEEN_WORDS[code] === 0) hash = hashWith(hash, code)
    else {
      if (at > from) visit(from, at, finishHash(hash))
      from = at + 1
      hash = 0
    }
  }
}

function wordsOf(folded: string) {
  const words: string[] = []
  eachWord(folded, (from, to) => words.push(folded.slice(from, to)))
  return words
}

/** The tokens of a query. */
export const tokenise = (text: string) => wordsOf(foldWords(text))

/** Whether a query has characters but no tokens, such as `--`. */
export const isWordless = (text: string) => text.trim() !== '' && tokenise(text).length === 0

/** Keeps the first of each that differ only in case, accents and width: "AI" and "ai" are one. */
export const distinctFolded = (texts: readonly string[]) =>
  Map.groupBy(texts, fold)
    .values()
    .map(([first]) => first!)
    .toArray()

/** What a text is found by, folded, for `eachWord`. A query finds "O’Brien" by "obrien" and by "brien". */
export function searchableWords(text: string) {
  const folded = foldWords(text)
  if (PLAIN.test(text) || text.search(APOSTROPHES) < 0) return folded
  return `${folded} ${foldWords(text.replace(APOSTROPHES, ' '))}`
}

/** The tokens of a searchable text. */
export const searchTokens = (text: string): readonly string[] => wordsOf(searchableWords(text))

/** Whether every query token is a prefix of a token of the text. */
export function matchesTokens(tokens: readonly string[], text: string) {
  if (tokens.length === 0) return true
  const own = searchTokens(text)
  return tokens.every((token) => own.some((each) => each.startsWith(token)))
}
