const APOSTROPHES = /['’‘ʼʻ`´′＇]/gu
/** Accents and points, but not the vowel signs of scripts that need them. */
const MARKS = /(?=\p{M})[\p{Script=Inherited}\p{Script=Hebrew}]/gu
/** Direction marks, soft hyphens and joiners, which no one types. */
const INVISIBLE = /\p{Cf}/gu
const BETWEEN_WORDS = /[\p{P}\p{Z}\p{Cc}]+/gu
/** ASCII without apostrophes, which most texts are. The full procedure takes several times as long. */
const PLAIN = /^[ -&(-_a-~]*$/

/** Letters that Unicode does not decompose, and their usual ASCII spelling. */
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

/** Letters that people also write as two, besides leaving out their points: Jürgen, Juergen, Jurgen. */
const PAIRS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const PAIRED = new RegExp(`[${Object.keys(PAIRS).join('')}]`, 'giu')

/** Umlauts that a word has as two letters, not at its end: "Zuerich" is found in texts that have "Zurich". */
const WRITTEN_PAIR = /([aou])e(?=.)/gu
const MIN_PAIRED = 5

/** Katakana that have a hiragana, 96 code points before. */
const KATAKANA = /[ァ-ヶヽヾ]/gu
const toHiragana = (letter: string) => String.fromCodePoint(letter.codePointAt(0)! - 96)

/** Scripts written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu

/** Whether one or two letters of the text can be a word. */
export const isUnspaced = (text: string) => text.search(UNSPACED) >= 0

/** Indexed letters of an ending. No word of these scripts is longer, and whole endings take quadratic space. */
const MAX_ENDING = 16

/** Normalises a text for comparison: ignores case, accents, width, apostrophes and which kana are used. */
export function fold(text: string) {
  if (PLAIN.test(text)) return text.toLowerCase()
  return text
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(INVISIBLE, '')
    .replace(WHOLE, (letter) => SPELT[letter]!)
    .replace(KATAKANA, toHiragana)
}

/** The folded words of a text. */
export const tokenise = (text: string): string[] =>
  fold(text)
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')

/** The words of a text as they are written, in lower case. */
export const writtenWords = (text: string): string[] =>
  (PLAIN.test(text) ? text : text.replace(APOSTROPHES, '').normalize('NFKC'))
    .toLowerCase()
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')

/** Whether a query has characters but no words, such as `--`. */
export const isWordless = (text: string) => text.trim() !== '' && tokenise(text).length === 0

const inPairs = (text: string) =>
  text.normalize('NFC').replace(PAIRED, (letter) => PAIRS[letter.toLowerCase()]!)

/** The words by which a text is found: "O’Brien" by "obrien" and "brien", "Jürgen" by "jurgen" and "juergen". */
export function searchTokens(text: string): string[] {
  if (PLAIN.test(text)) return tokenise(text)
  const spellings = [text, inPairs(text)].flatMap((each) => [each, each.replace(APOSTROPHES, ' ')])
  return [...new Set([...new Set(spellings)].flatMap(tokenise))]
}

/**
 * The text as a search goes through it: folded words separated by spaces. In scripts without spaces every suffix of a
 * run is a word, so that a query finds each part of it by a prefix.
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

/** The spellings that a word of a query has: "jurgen" and "juergen" for "Jürgen". None begins another. */
export type Prefix = readonly string[]

/**
 * The prefixes that words of an indexed text must have for the query to find it. Empty if the query has no words;
 * see `isWordless`.
 */
export function prefixesOf(query: string): Prefix[] {
  const words = tokenise(query)
  const pairs = PLAIN.test(query) ? words : tokenise(inPairs(query))
  return withoutPrefixes(
    words.flatMap((word, at): Prefix[] => {
      if (isUnspaced(word)) return segmentsOf(word).map((segment) => [segment])
      const spellings = [word, pairs[at]!, ...(word.length >= MIN_PAIRED ? [withoutPairs(word)] : [])]
      return [shortest(spellings)]
    }),
  )
}

/** Umlauts without their points: "zuerich" as "zurich". */
export const withoutPairs = (word: string) => word.replace(WRITTEN_PAIR, '$1')

let segmenter: Intl.Segmenter | undefined

/** The segmenter takes milliseconds to create, and few queries need it. */
function segmentsOf(word: string) {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  return [...segmenter.segment(word)].map(({ segment }) => segment)
}

/** A word that starts with "anna" starts with "a" too: the shorter prefix is redundant. */
function withoutPrefixes(prefixes: readonly Prefix[]) {
  const distinct = [...new Map(prefixes.map((prefix) => [prefix.join(' '), prefix])).values()]
  const implies = (prefix: Prefix, other: Prefix) =>
    prefix.every((spelling) => other.some((start) => spelling.startsWith(start)))
  return distinct.filter((prefix) => !distinct.some((other) => other !== prefix && implies(other, prefix)))
}

/** Spellings without another one as their prefix. */
const shortest = (spellings: readonly string[]) =>
  [...new Set(spellings)].filter(
    (spelling) => !spellings.some((other) => other !== spelling && spelling.startsWith(other)),
  )

/** Whether an indexed text has words with all these prefixes. */
export const hasPrefixes = (words: string, prefixes: readonly Prefix[]) =>
  prefixes.every((prefix) => prefix.some((spelling) => ` ${words}`.includes(` ${spelling}`)))
