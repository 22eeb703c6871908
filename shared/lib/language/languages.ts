interface LanguageInfo {
  /** Its name in the language itself. */
  name: string
  dir: 'ltr' | 'rtl'
  /** Only complete languages can be offered to members. */
  complete: boolean
}

/** Languages by their tag (BCP 47). Texts that one of them lacks are shown in English. */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr', complete: true },
  de: { name: 'Deutsch', dir: 'ltr', complete: true },
  // A draft written by a machine. No one has reviewed it.
  pt: { name: 'Português', dir: 'ltr', complete: false },
  // English with accents, longer and mirrored, for tests.
  'en-XA': { name: 'Pseudo', dir: 'rtl', complete: false },
} as const satisfies Readonly<Record<string, LanguageInfo>>

export type Language = keyof typeof LANGUAGES

/** The languages that can be offered in production, and are by default. */
export const completeLanguages = (): readonly Language[] =>
  (Object.keys(LANGUAGES) as Language[]).filter((tag) => LANGUAGES[tag].complete)

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag)

/** Their names by tag, each in the language itself. */
export const namesOf = (tags: readonly string[]) =>
  Object.fromEntries(
    Object.entries(LANGUAGES).flatMap(([tag, { name }]) =>
      tags.includes(tag) ? [[tag, name] as const] : [],
    ),
  )
