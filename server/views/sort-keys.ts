import { localeOf } from '#shared/lib/language/current.ts'
import { defaultLanguage } from '#server/lib/language.ts'

import { fold } from '#shared/lib/words.ts'

const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz']
/** Letters of other alphabets in Latin script, and pairs that some languages sort as one letter. */
const CANDIDATES = [
  ...Array.from({ length: 0x1f00 }, (_, code) => String.fromCodePoint(code)).filter((letter) =>
    /^[[\p{Script=Latin}&&\p{Ll}]--[a-z]]$/v.test(letter),
  ),
  ...ALPHABET.flatMap((first) => ALPHABET.map((second) => first + second)),
]
/** The first of the letters of private use, which sort after all others. */
const AFTER = 0xe000

/**
 * Creates keys whose order by code points is the language's order. They are folded texts, except that a letter which the
 * language sorts as its own becomes the letter of `ALPHABET` before it and one of private use: in Spanish, `ñ` becomes
 * `n\uE000`.
 */
export function createSortKeys(locale: string) {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base' })
  const isOwn = (letter: string) =>
    letter.length > 1
      ? compare(letter, `${letter[0]}zz`) > 0
      : compare(letter, fold(letter)) !== 0 || fold(letter) > '\x7F'
  const own = CANDIDATES.filter(isOwn).toSorted(compare)
  const keyOf = (letter: string) => {
    const before = ALPHABET.findLast((each) => compare(each, letter) <= 0) ?? ''
    const rank = own.findIndex((each) => compare(each, letter) === 0)
    return compare(before, letter) === 0 ? before : before + String.fromCodePoint(AFTER + rank)
  }
  const keys = new Map(own.map((letter) => [letter, keyOf(letter)]))
  const letters = new RegExp(own.join('|') || '(?!)', 'gu')
  return {
    /** Equal for languages that have the same keys. */
    order: [...keys].join(' '),
    keyOf: (text: string) =>
      fold(
        text
          .normalize('NFC')
          .toLocaleLowerCase(locale)
          .replace(letters, (letter) => keys.get(letter)!),
      ),
  }
}

const created = new Map<string, ReturnType<typeof createSortKeys>>()
const inDefaultLanguage = () =>
  created.getOrInsertComputed(localeOf(defaultLanguage()), (locale) => createSortKeys(locale))

/** The key of a name or a title in lists, which sort as the community's default language does. */
export const sortKey = (text: string) => inDefaultLanguage().keyOf(text)

/** Belongs in the `uses` of views with sort keys. */
export const sortOrder = () => inDefaultLanguage().order
