import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Language } from '#shared/lib/language/languages.ts'
import { chosenLanguage, inLanguage, preferredLanguage, setDefaultLanguage } from '#server/lib/language.ts'

/**
 * Answers each request in the language that was chosen in its browser, or that the browser prefers.
 * @param offered the community's languages, its default first
 */
export function speakLanguages(app: FastifyInstance, offered: readonly [Language, ...Language[]]) {
  setDefaultLanguage(offered[0])
  if (offered.length === 1) return
  app.addHook('onRequest', (request, _, done) => inLanguageOf(request, offered, done))
}

export const inLanguageOf = <T>({ headers }: FastifyRequest, offered: readonly Language[], run: () => T) =>
  inLanguage(
    chosenLanguage(headers.cookie, offered) ?? preferredLanguage(headers['accept-language'], offered),
    run,
  )
