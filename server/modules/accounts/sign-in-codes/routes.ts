import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'

import { accountsApi } from '#shared/accounts/api.ts'
import { SECOND } from '#shared/lib/durations.ts'
import { denied } from '#server/modules/accounts/sessions/hooks.ts'
import { Failure } from '#server/lib/failure.ts'

import { CODE_LIFETIME, type SignInCodeService } from './service.ts'

interface Options {
  signInCodes: SignInCodeService
  origin: string
}

/** 256 random bits in base64url. */
const VALUE = /^[\w-]{43}$/

/** `/api/sign-in-codes`. */
export const signInCodeRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { signInCodes, origin }) => {
  const browserCookie = createBrowserCookie(app, origin)

  app.post('/', {
    schema: accountsApi['POST /api/sign-in-codes'],
    async handler({ body, ip }, reply) {
      const browser = await signInCodes.request(body.email, ip)
      reply.header('set-cookie', browserCookie.serialise(browser, CODE_LIFETIME))
    },
  })

  app.post('/use', {
    schema: accountsApi['POST /api/sign-in-codes/use'],
    async handler(request, reply) {
      const { body, id: requestId } = request
      const { cookie } = request.headers
      const browser = browserCookie.read(cookie)
      const sessionCookie = app.sessionCookie.readUnlessSeveral(cookie)
      const answer = await signInCodes
        .use(body.code, { browser, sessionCookie, requestId })
        .catch((error: unknown) => {
          throw error instanceof Failure && error.status < 500 ? denied(request, error) : error
        })
      reply.header('set-cookie', browserCookie.cleared)
      return answer
    },
  })
}

/**
 * Binds a code to the browser that requested it. It is no session: a sign-in needs the code, too.
 * @param origin ours; the only plain-http one that the configuration allows is localhost
 */
function createBrowserCookie(app: FastifyInstance, origin: string) {
  const secure = origin.startsWith('https:')
  const name = secure ? '__Host-sign-in-code' : 'sign-in-code'
  const line = (value: string, maxAge: number) =>
    app.serializeCookie(name, value, { maxAge, path: '/', httpOnly: true, sameSite: 'strict', secure })

  return {
    /** Undefined for anything but a value of ours. */
    read(header: string | undefined): string | undefined {
      const value = header?.includes(name) ? app.parseCookie(header)[name] : undefined
      return value !== undefined && VALUE.test(value) ? value : undefined
    },

    /** The `Set-Cookie` line. @param maxAge milliseconds */
    serialise: (value: string, maxAge: number) => line(value, Math.floor(maxAge / SECOND)),

    /** The `Set-Cookie` line that deletes it. */
    cleared: line('', 0),
  }
}
