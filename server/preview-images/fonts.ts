import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Font packages, in the order in which a letter is looked for, with the subsets that are used of each. */
const FONTS = {
  fraunces: ['latin', 'latin-ext', 'vietnamese'],
  'noto-sans': ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'],
  'noto-sans-hebrew': ['hebrew'],
  'noto-sans-arabic': ['arabic'],
} as const

type Range = [from: number, to: number]

interface Font {
  name: string
  data: Buffer
  unicodeRange: Range[]
}

const read = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(`@fontsource-variable/${name}`)))

/** Reads half a megabyte. */
export const loadFonts = (): Font[] =>
  Object.entries(FONTS).flatMap(([family, subsets]) => {
    const ranges = JSON.parse(read(`${family}/unicode.json`).toString()) as Record<string, string>
    return subsets.map((subset) => ({
      name: family,
      data: read(`${family}/files/${family}-${subset}-wght-normal.woff2`),
      unicodeRange: parseRanges(ranges[subset] ?? ''),
    }))
  })

/** `U+0000-00FF,U+0131` */
const parseRanges = (text: string): Range[] =>
  text.split(',').map((part) => {
    const [from = '', to = from] = part.replace('U+', '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })

/** Characters that shape their neighbours and have no glyph of their own. */
const INVISIBLE = /[\p{Cf}\p{Mn}]/u

/** Emoji and their modifiers: skin, variant, joiner, key cap. */
const EMOJI = /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\p{Mn}|\p{Me}|\p{Cf})*/gu

/**
 * The text without emoji and signs that have no glyph. Empty if a letter has none: a word with missing letters could
 * mean something else.
 */
export function drawableText(text: string, fonts: readonly Pick<Font, 'unicodeRange'>[]): string {
  const has = (character: string) => {
    const code = character.codePointAt(0)!
    return fonts.some(({ unicodeRange }) => unicodeRange.some(([from, to]) => code >= from && code <= to))
  }
  let drawable = ''
  for (const character of text.replaceAll(EMOJI, ' ')) {
    if (has(character) || INVISIBLE.test(character)) drawable += character
    else if (/[\p{L}\p{N}]/u.test(character)) return ''
    else drawable += ' '
  }
  return drawable.replaceAll(/\s+/g, ' ').trim()
}
