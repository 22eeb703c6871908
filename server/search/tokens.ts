const APOSTROPHES = /['’‘ʼʻ`´′＇]/gu
/** Accents and points, but not the vowel signs of scripts that need them. */
const MARKS = /[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}]]/gv
/** Direction marks, soft hyphens and joiners, which nobody types. */
const INVISIBLE = /\p{Cf}/gu
const BETWEEN_WORDS = /[\p{P}\p{Z}\p{Cc}]+/u
/** ASCII without apostrophes: most texts, for which the rest takes several times as long. */
const PLAIN = /^[ -&(-_a-~]*$/
const BETWEEN_PLAIN_WORDS = /[ -#%&(-*,-/:;?@[-\]_{}]+/

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

/** The tokens of a query. */
export const tokenise = (text: string) =>
  PLAIN.test(text) ? plainTokens(text) : fold(text).split(BETWEEN_WORDS).filter(Boolean)

const plainTokens = (text: string) => text.toLowerCase().split(BETWEEN_PLAIN_WORDS).filter(Boolean)

/** Whether a query has characters but no tokens, such as `--`. */
export const isWordless = (text: string) => text.trim() !== '' && tokenise(text).length === 0

/** Keeps the first of each that differ only in case, accents and width: "AI" and "ai" are one. */
export const distinctFolded = (texts: readonly string[]) =>
  Map.groupBy(texts, fold)
    .values()
    .map(([first]) => first!)
    .toArray()

/** The tokens of a searchable text. A query finds "O’Brien" by "obrien" and by "brien". */
export function searchTokens(text: string): readonly string[] {
  if (PLAIN.test(text)) return plainTokens(text)
  const tokens = tokenise(text)
  return text.search(APOSTROPHES) < 0 ? tokens : [...tokens, ...tokenise(text.replace(APOSTROPHES, ' '))]
}

/** Whether every query token is a prefix of a token of the text. */
export function matchesTokens(tokens: readonly string[], text: string) {
  if (tokens.length === 0) return true
  const own = searchTokens(text)
  return tokens.every((token) => own.some((each) => each.startsWith(token)))
}
