import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Config } from '#server/config/config.ts'
import { chosenLanguage, inLanguage, preferredLanguage, setDefaultLanguage } from '#server/lib/language.ts'

type Settings = Pick<Config, 'languages' | 'origins'>

/**
 * Answers each request in the language that was chosen in its browser, or that the browser prefers.
 * @param settings the first of its languages is the community's default
 */
export function speakLanguages(app: FastifyInstance, settings: Settings) {
  setDefaultLanguage(settings.languages[0])
  if (settings.languages.length === 1) return
  app.addHook('onRequest', (request, _, done) => inLanguageOf(request, settings, done))
}

export const inLanguageOf = <T>(
  { headers }: FastifyRequest,
  { languages, origins }: Settings,
  run: () => T,
) =>
  inLanguage(
    chosenLanguage(headers.cookie, languages, origins[0]) ??
      preferredLanguage(headers['accept-language'], languages),
    run,
  )
