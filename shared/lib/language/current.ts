/** The language in which texts are written now. Imports nothing but types, so that the first script can use it. */
import type { Language } from './languages.ts'

let current = () => (globalThis.document?.documentElement.lang || 'en') as Language

export const language = (): Language => current()

/** On the server, the language follows from the request or the recipient. In the browser, it is that of the page. */
export function setLanguageSource(source: () => Language) {
  current = source
}

/**
 * The country's way to write dates and numbers, to sort, and to choose plurals, where the tag alone means another: `pt`
 * would be Brazil's.
 */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB', pt: 'pt-PT' }

/** The locale for dates, numbers and sorting. Browsers that translate a page change its language to any other. */
export const locale = () => localeOf(language())

export const localeOf = (tag: string) => LOCALES[tag] ?? tag
