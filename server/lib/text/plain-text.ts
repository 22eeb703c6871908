import { UNSEEN } from '#shared/lib/visible-length.ts'

/** Control and bidirectional characters, which make text look different from its content. */
const DECEPTIVE = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
// The lookbehind makes each run match once. Without it, a long run would be tried from each of its positions.
const AROUND = new RegExp(`^[${UNSEEN}]+|(?<=[^${UNSEEN}])[${UNSEEN}]+$`, 'gu')

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

/** Normalised lines, each once, in their order, without empty ones. */
export const distinctLines = (texts: readonly string[]) => [...new Set(texts.map(oneLine).filter(Boolean))]
