import * as m from '#shared/community/messages.ts'
import { language } from '#shared/lib/language/current.ts'
import { type Language, LANGUAGES } from '#shared/lib/language/languages.ts'
import { languageName } from '#shared/lib/language/name.ts'
import { escapeHtml } from '#server/lib/text/html.ts'

import { markdownToHtml } from '#server/lib/text/markdown.ts'

type Text = Readonly<Record<string, string>>
type Translated<T> = T & { translations?: { [L in Language]?: T } | undefined }

/** A text as one reader gets it. */
interface Readable<T> {
  text: T
  /** The language of the text, if it is not the reader's. */
  foreign?: Language
}

/**
 * The translation into the reader's language once it has each part of the text, or else the text.
 * @param offered the languages of the community, that of the text first
 */
export function forReader<T extends Text>(
  { translations, ...parts }: Translated<T>,
  offered: readonly [Language, ...Language[]],
): Readable<T> {
  const text = parts as unknown as T
  const reader = language()
  const set = Object.keys(text).filter((part) => text[part])
  if (reader === offered[0] || !offered.includes(reader) || set.length === 0) return { text }
  const translation = translations?.[reader]
  return translation && set.every((part) => translation[part])
    ? { text: translation }
    : { text, foreign: offered[0] }
}

/** A text in another language than the reader's is marked, and a line in the reader's language says so. */
export function htmlForReader({ text, foreign }: Readable<{ text: string }>, headingLevel: number) {
  const html = markdownToHtml(text.text, headingLevel)
  if (!foreign || !html) return html
  const line = escapeHtml(m.textLanguage({ language: languageName(foreign) }))
  return `<p><small>${line}</small></p><div lang="${foreign}" dir="${LANGUAGES[foreign].dir}">${html}</div>`
}

/** Its headings are below the title of the page. */
export const titledForReader = (readable: Readable<{ title: string; text: string }>) => ({
  title: readable.text.title,
  titleIn:
    readable.foreign && readable.text.title
      ? { lang: readable.foreign, dir: LANGUAGES[readable.foreign].dir }
      : undefined,
  html: htmlForReader(readable, 2),
})
