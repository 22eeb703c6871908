import { locale } from './current.ts'

/** The name of a language in the reader's. */
export const languageName = (tag: string) =>
  new Intl.DisplayNames(locale(), { type: 'language' }).of(tag) ?? tag
