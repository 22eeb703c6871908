import words from './everyday-words.json' with { type: 'json' }
import { formsOf, STEM_LANGUAGES, type StemLanguage } from './word-forms.ts'

/**
 * Words, by their stems in their own language, that differ from the name of a trade by a letter or two but are no typing
 * error: "york" is not "cork". Selected from the 8,000 most frequent words of each language in wordfreq 3.1 (Robyn Speer).
 */
let stems: Readonly<Record<StemLanguage, ReadonlySet<string>>> | undefined

/** @param word as it is written, in lower case */
export function isEveryday(word: string) {
  stems ??= { en: stemsIn('en'), de: stemsIn('de'), pt: stemsIn('pt') }
  return STEM_LANGUAGES.some((language) => stems![language].has(formsOf(word).stems[language]))
}

const stemsIn = (language: StemLanguage) =>
  new Set(words[language].map((word) => formsOf(word).stems[language]))
