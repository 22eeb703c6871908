import { completeLanguages, isLanguage, type Language, LANGUAGES } from '#shared/lib/language/languages.ts'
import { keysOf } from '#shared/lib/records.ts'

import { createEnvironmentReader, type Env } from './environment.ts'

/** The languages that a community offers: all whose texts are complete, or those that it names. Its default is the first. */
export function offeredLanguages(env: Env): readonly [Language, ...Language[]] {
  const named = new Set(namedIn(env).filter(isLanguage))
  const [first = 'en', ...others] = named.size > 0 ? named : completeLanguages()
  return [first, ...others]
}

/** Production refuses languages whose texts are incomplete. They can be tried in development. */
export function* languageProblems(env: Env, { production }: { production: boolean }) {
  const ready: readonly string[] = production ? completeLanguages() : keysOf(LANGUAGES)
  for (const tag of namedIn(env))
    if (!ready.includes(tag)) yield `LANGUAGES: ${tag} is not one of ${ready.join(', ')}.`
}

const namedIn = (env: Env) => createEnvironmentReader(env, []).list('LANGUAGES')
