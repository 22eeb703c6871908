import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'

import { language } from '#shared/lib/language/current.ts'
import { fold, withoutPairs, writtenWords } from '#shared/lib/words.ts'
import { trades } from '#server/modules/people/trades/trades.ts'

import heads from './compound-heads.json' with { type: 'json' }

/** Snowball stemmers. Members write in all of these languages, whichever they read the product in. */
const STEMMERS = { en: english, de: german, pt: portuguese }
export type StemLanguage = keyof typeof STEMMERS
export const STEM_LANGUAGES = ['en', 'de', 'pt'] as const satisfies readonly StemLanguage[]

/** That of the present request, or English if there is no stemmer for it. */
export const stemLanguage = (): StemLanguage => STEM_LANGUAGES.find((each) => each === language()) ?? 'en'

interface WordForms {
  folded: string
  /** The stems by which phrases are compared (`stemOf`). */
  stems: Readonly<Record<StemLanguage, string>>
  /** The word that a German compound ends with, of the thesaurus or frequent in compounds, folded: "bau" for "Straßenbau". */
  ending: string | undefined
  /** Stems, and the ending with its stems. */
  terms: readonly string[]
}

/** Words whose forms are kept: they take microseconds, and the same words recur. */
const MAX_KEPT = 20_000
const kept = new Map<string, WordForms>()

/** @param word as it is written, in lower case */
export function formsOf(word: string): WordForms {
  const known = kept.get(word)
  if (known) return known
  if (kept.size >= MAX_KEPT) kept.clear()
  const folded = fold(word)
  const ending = endingOf(folded)
  const stems = stemsOf(word)
  const forms = {
    folded,
    stems: withoutPairsIn(stems),
    ending,
    terms: [
      ...new Set([
        ...Object.values(stems),
        ...(folded === word ? [] : Object.values(stemsOf(folded))),
        ...(ending ? [ending, ...Object.values(stemsOf(ending))] : []),
      ]),
    ],
  }
  kept.set(word, forms)
  return forms
}

function stemsOf(word: string) {
  const stem = (own: StemLanguage) => fold(STEMMERS[own](word))
  return { en: stem('en'), de: stem('de'), pt: stem('pt') }
}

/**
 * The stem by which phrases are compared, folded. Umlauts as two letters are the same as without points. Takes a ninth of
 * the time of all forms.
 */
export const stemOf = (word: string, own: StemLanguage) => joinPairs(fold(STEMMERS[own](word)))

/** Shorter stems stay: "poet" is not "pot". */
const MIN_PAIRED = 5
const joinPairs = (stem: string) => (stem.length < MIN_PAIRED ? stem : withoutPairs(stem))
const withoutPairsIn = ({ en, de, pt }: WordForms['stems']) => ({
  en: joinPairs(en),
  de: joinPairs(de),
  pt: joinPairs(pt),
})

/** Stems of a word of a query. */
export const stemsIn = (own: StemLanguage, spellings: readonly string[]) =>
  spellings.map((spelling) => fold(STEMMERS[own](spelling)))

const MIN_ENDING = 3
const MIN_BEFORE = 4
let endings: ReadonlySet<string> | undefined

function endingOf(folded: string): string | undefined {
  endings ??= new Set([
    ...heads.map(fold),
    ...trades.flatMap(({ de }) =>
      de.map(writtenWords).flatMap((all) => (all.length === 1 ? all.map(fold) : [])),
    ),
  ])
  for (let at = MIN_BEFORE; at <= folded.length - MIN_ENDING; at += 1)
    if (endings.has(folded.slice(at))) return folded.slice(at)
  return undefined
}
