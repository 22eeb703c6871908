import json from './everyday-words.json' with { type: 'json' }
import { formsOf } from './word-forms.ts'

/**
 * Words, by their stems, that differ from the name of a trade by a letter or two but are no typing error: "york" is not
 * "cork". Selected from the 8,000 most frequent words of each language in wordfreq 3.1 (Robyn Speer).
 */
let stems: ReadonlySet<string> | undefined

/** @param word as it is written, in lower case */
export function isEveryday(word: string) {
  stems ??= new Set(Object.values(json).flatMap((words) => words.flatMap(stemsOf)))
  return stemsOf(word).some((stem) => stems!.has(stem))
}

const stemsOf = (word: string) => Object.values(formsOf(word).stems)
