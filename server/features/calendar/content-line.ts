/** RFC 5545, section 3.1: octets of a line, its break apart. */
const LONGEST_LINE = 75

/** A value of type TEXT. What is invisible and not a line break is dropped: some readers break lines at it. */
export const escapeText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** One property or boundary as it is sent: with its break, and broken where it is too long, never inside a character. */
export function contentLine(line: string): string {
  if (Buffer.byteLength(line) <= LONGEST_LINE) return `${line}\r\n`
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LONGEST_LINE) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return `${folded}\r\n`
}
