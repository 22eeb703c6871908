/** Controls, and what turns the direction of text around it: both let words look other than they are. */
const DECEPTIVE = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
const UNSEEN = String.raw`\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800`
// What is looked behind for lets each run be read once: otherwise a long one inside would be read from each of its places.
const AROUND = new RegExp(`^[${UNSEEN}]+|(?<=[^${UNSEEN}])[${UNSEEN}]+$`, 'gu')
const ALL_UNSEEN = new RegExp(`[${UNSEEN}]`, 'gu')

/**
 * One line of text as it is kept. Joiners within words stay: Persian, Hindi and emoji are written with them.
 * Never longer than what came.
 */
export const oneLine = (text: string) =>
  text.toWellFormed().replace(/\s+/g, ' ').replace(DECEPTIVE, '').replace(AROUND, '')

/** Text of several lines as it is kept. */
export const paragraphs = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(DECEPTIVE, (character) => (character === '\n' || character === '\t' ? character : ''))
    .replace(AROUND, '')

/** Each once, in their order, without those in which there is nothing to read. */
export const distinctLines = (texts: readonly string[]) => [...new Set(texts.map(oneLine).filter(Boolean))]

/** How many characters of it can be seen. */
export const visibleLength = (text: string) => [...text.replace(ALL_UNSEEN, '')].length
