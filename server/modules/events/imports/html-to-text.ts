import { paragraphs } from '#server/lib/text/plain-text.ts'

/** Not an address in brackets, such as `<https://example.org>`. */
const TAGS = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>|<![^<>]*>/gi
const UNREAD = /<(script|style|head|title)\b[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi
const LINE_END = /<br\b[^<>]*>|<\/(?:p|div|h[1-6]|li|tr|ul|ol|blockquote)\s*>/gi
const ITEM = /<li\b[^<>]*>/gi
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}
const MAX_CODE_POINT = 0x10ffff

/**
 * The text of HTML, with its lines and list items. Text without tags stays as it is. The result is text, not safe
 * HTML: screens escape it.
 */
export function htmlToText(text: string): string {
  if (text.search(TAGS) === -1) return paragraphs(text)
  const lines = text
    .replace(UNREAD, '')
    .replace(/\s+/g, ' ')
    .replace(ITEM, '- ')
    .replace(LINE_END, '\n')
    .replace(TAGS, '')
    .replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
      if (name) return NAMED[name.toLowerCase()] ?? entity
      const code = Number.parseInt(decimal ?? hex ?? '', decimal ? 10 : 16)
      return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : entity
    })
  return paragraphs(withoutMargins(lines).replace(/\n{3,}/g, '\n\n'))
}

/** Not an expression like ` *\n *`, which takes quadratic time for the many spaces that entities can stand for. */
const withoutMargins = (lines: string) =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
