/** Control and bidirectional characters, which make text look different from what it is. */
const DECEPTIVE = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
const UNSEEN = String.raw`\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800`
// The lookbehind makes each run match once. Without it, a long run would be tried from each of its positions.
const AROUND = new RegExp(`^[${UNSEEN}]+|(?<=[^${UNSEEN}])[${UNSEEN}]+$`, 'gu')
const ALL_UNSEEN = new RegExp(`[${UNSEEN}]`, 'gu')

/**
 * Normalises one line of text. Joiners within words stay: Persian, Hindi and emoji need them. Never longer than the
 * input.
 */
export const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\s\u0085]+/g, ' ')
    .replace(DECEPTIVE, '')
    .replace(AROUND, '')

/** Normalises text of several lines. */
export const paragraphs = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(DECEPTIVE, (character) => (character === '\n' || character === '\t' ? character : ''))
    .replace(AROUND, '')

/** Normalised, each once, in their order, without empty ones. */
export const distinctLines = (texts: readonly string[]) => [...new Set(texts.map(oneLine).filter(Boolean))]

/** The number of visible characters. */
export const visibleLength = (text: string) => [...text.replace(ALL_UNSEEN, '')].length
