import { language } from '#shared/lib/language/current.ts'
import { escapeHtml } from '#server/lib/text/html.ts'

/** An entry of a news feed. Instants are ISO texts. */
export interface AtomEntry {
  /** Address of its page, which identifies it. */
  url: string
  title: string
  updatedAt: string
  summary: string
  categories: readonly string[]
}

interface AtomFile {
  title: string
  author: string
  /** Own address of the feed. */
  url: string
  /** Page with the same content. */
  page: string
  entries: readonly AtomEntry[]
}

/** A feed without entries has to name a time, too. */
const NEVER_UPDATED = '1970-01-01T00:00:00.000Z'

/** Atom (RFC 4287). Deterministic, so that unchanged files can be recognised. */
export function writeAtom({ title, author, url, page, entries }: AtomFile): string {
  const updatedAt =
    entries
      .map((entry) => entry.updatedAt)
      .toSorted()
      .at(-1) ?? NEVER_UPDATED
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language()}">`,
    element('id', url),
    element('title', title),
    element('updated', updatedAt),
    `<author>${element('name', author)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${textOf(url)}"/>`,
    `<link rel="alternate" type="text/html" href="${textOf(page)}"/>`,
    ...entries.map(entryOf),
    '</feed>',
    '',
  ].join('\n')
}

const entryOf = ({ url, title, updatedAt, summary, categories }: AtomEntry) =>
  [
    '<entry>',
    element('id', url),
    element('title', title),
    element('updated', updatedAt),
    `<link rel="alternate" type="text/html" href="${textOf(url)}"/>`,
    element('summary', summary),
    ...categories.map((term) => `<category term="${textOf(term)}"/>`),
    '</entry>',
  ].join('\n')

const element = (name: string, text: string) => `<${name}>${textOf(text)}</${name}>`

/** Characters that XML 1.0 excludes, even escaped. */
// oxlint-disable-next-line no-control-regex
const EXCLUDED = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu

const textOf = (text: string) => escapeHtml(text.replace(EXCLUDED, ' '))
