const APOSTROPHES = /['’‘ʼʻ`´′＇]/gu
/** Accents, points and the like; not the vowel signs of scripts that cannot be read without them. */
const MARKS = /[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}]]/gv
/** Text direction marks, soft hyphens, the joiners inside emoji: nobody types them. */
const INVISIBLE = /\p{Cf}/gu
const BETWEEN_WORDS = /[\p{P}\p{Z}\p{Cc}]+/u
const PLAIN = /^[ -&(-_a-~]*$/

/** Letters that Unicode takes for whole, and what people type instead. */
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

/** As it is compared with what people type: letter case, accents, width and apostrophes make no difference. */
export function fold(text: string) {
  // Most texts, and all of the rest is lost on them.
  if (PLAIN.test(text)) return text.toLowerCase()
  return text
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(INVISIBLE, '')
    .replace(WHOLE, (letter) => SPELT[letter] ?? letter)
}

/** The words that someone looks for. */
export const tokenise = (text: string) => fold(text).split(BETWEEN_WORDS).filter(Boolean)

/** The words to be found by: "O’Brien" is looked for as "obrien" and as "brien". */
export const searchTokens = (text: string) =>
  new Set([
    ...tokenise(text),
    ...(text.search(APOSTROPHES) < 0 ? [] : tokenise(text.replace(APOSTROPHES, ' '))),
  ])

/** Whether each of the words begins one to be found by. */
export function matchesTokens(words: readonly string[], text: string) {
  if (words.length === 0) return true
  const own = [...searchTokens(text)]
  return words.every((word) => own.some((each) => each.startsWith(word)))
}
