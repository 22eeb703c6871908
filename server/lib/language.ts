import { AsyncLocalStorage } from 'node:async_hooks'

import { setLanguageSource } from '#shared/lib/language/current.ts'
import type { Language } from '#shared/lib/language/languages.ts'

const context = new AsyncLocalStorage<Language>()
let standard: Language = 'en'

setLanguageSource(() => context.getStore() ?? standard)

export const defaultLanguage = () => standard

/** The community's language, for what happens outside requests, and in which lists are sorted. */
export function setDefaultLanguage(language: Language) {
  standard = language
}

/** Texts are in a language while `run` runs, and in all that it starts. */
export const inLanguage = <T>(language: Language, run: () => T): T => context.run(language, run)

/**
 * Name of the cookie with the language that a person has chosen. Not secret, and never trusted: it may have any value.
 * Over https, the prefix keeps other hosts of the domain from setting it.
 */
export const languageCookie = (origin: string) =>
  origin.startsWith('https:') ? '__Host-language' : 'language'
const CHOICES = {
  language: /(?:^|;)\s*language=([\w-]+)/,
  '__Host-language': /(?:^|;)\s*__Host-language=([\w-]+)/,
} as const

/**
 * The language that was chosen in this browser, if it is still offered.
 * @param header `Cookie`
 */
export function chosenLanguage(
  header: string | undefined,
  offered: readonly Language[],
  origin: string,
): Language | undefined {
  const [, tag] = CHOICES[languageCookie(origin)].exec(header ?? '') ?? []
  return offered.find((language) => language === tag)
}

/** Header fields can have 16 KB; nobody reads more languages than fit into this many characters. */
const MAX_LENGTH = 400

/**
 * The offered language that a person reads best (RFC 9110, `Accept-Language`): a language without a region also fits
 * one of its regions, and the other way round.
 * @param offered the community's default first
 */
export function preferredLanguage(header: string | undefined, offered: readonly Language[]): Language {
  const wanted = (header ?? '')
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .split(',')
    .map(rangeOf)
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  for (const { tag } of wanted) {
    const fitting = tag === '*' ? offered[0] : offered.find((language) => fits(language.toLowerCase(), tag))
    if (fitting) return fitting
  }
  return offered[0]!
}

function rangeOf(range: string) {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
  const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length)
  const weight = given === undefined ? 1 : Number(given)
  return { tag, weight: weight <= 1 ? weight : 0 }
}

const fits = (language: string, tag: string) => language.split('-', 1)[0] === tag.split('-', 1)[0]
