import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { accountsApi } from '#shared/accounts/api.ts'
import { LanguageFormSchema } from '#shared/accounts/language.ts'

import type { LanguageService } from './service.ts'

interface Options {
  languages: LanguageService
}

/** `/api/me/language`. */
export const languageRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { languages }) => {
  app.get('/', {
    schema: accountsApi['GET /api/me/language'],
    handler: ({ actor }) => languages.own(actor),
  })

  app.put('/', {
    schema: accountsApi['PUT /api/me/language'],
    handler: async ({ actor, body }, reply) => {
      if (body.language) languages.assertOffered(body.language)
      await languages.choose(actor, body.language)
      reply.header('set-cookie', languages.cookie(body.language))
    },
  })
}

interface FormOptions extends Options {
  origin: string
}

/** `/language`: a plain form, so that it works before and without scripts. Answers with the page that it is on. */
export const languageFormRoutes: FastifyPluginAsyncTypebox<FormOptions> = async (
  app,
  { languages, origin },
) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 100 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  app.post('/', {
    schema: { body: LanguageFormSchema, hide: true },
    handler: async (request, reply) => {
      const { language } = request.body
      languages.assertOffered(language)
      reply.header('set-cookie', languages.cookie(language))
      return reply.redirect(pageOf(request.headers.referer, origin), 303)
    },
  })
}

function pageOf(referer: string | undefined, origin: string) {
  const page = referer === undefined ? null : URL.parse(referer)
  return page?.origin === origin ? page.href : `${origin}/`
}
