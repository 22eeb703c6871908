import type {
  FastifyInstance,
  HTTPMethods,
  onRequestHookHandler,
  preHandlerAsyncHookHandler,
  FastifyRequest,
} from 'fastify'

import * as m from '#shared/lib/messages.ts'
import { Failure } from '#server/lib/failure.ts'
import { frameworkFailure } from './problems.ts'

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Maximum length of one parameter in an address. */
export const MAX_PARAM_LENGTH = 256

interface Scope {
  /** `/api`, without a trailing slash. */
  prefix: string
  /** Counts a request that matches no route. */
  onMiss?: preHandlerAsyncHookHandler
}

/**
 * Answers requests below `prefix` that match no route, so that they never reach the page that the single-page app
 * shows for unknown addresses: 405 with `Allow` for a known address (RFC 9110, section 15.5.6), 404 for any other.
 * @returns a function that closes a scope, to be called once all its routes are registered
 */
export function createRouteCloser(app: FastifyInstance) {
  const urls = new Set<string>()
  // Fastify names the address with a trailing slash only for some of the methods.
  app.addHook('onRoute', ({ url }) => void urls.add(url.replace(/\/$/, '')))

  return (scope: FastifyInstance, { prefix, onMiss }: Scope) => {
    const supportedAt = (url: string) => METHODS.filter((method) => scope.hasRoute({ url, method }))
    const answerOthers = (
      url: string,
      supported: readonly HTTPMethods[],
      failure: (request: FastifyRequest) => Failure,
      onRequest: onRequestHookHandler[] = [],
    ) => {
      const method = METHODS.filter((each) => !supported.includes(each))
      const handler = (request: FastifyRequest) => Promise.reject(failure(request))
      if (method.length > 0)
        scope.route({ url, method, schema: { hide: true }, onRequest, preHandler: onMiss ?? [], handler })
    }

    const known = [...urls].filter((url) => url.startsWith(`${prefix}/`)).flatMap((url) => [url, `${url}/`])
    for (const url of known) {
      const allow = supportedAt(url)
      if (allow.length > 0) answerOthers(url, allow, methodNotAllowed, [allowing(allow)])
    }
    for (const url of [prefix, `${prefix}/*`]) answerOthers(url, supportedAt(url), unknownAddress)
  }
}

const allowing =
  (methods: readonly HTTPMethods[]): onRequestHookHandler =>
  (_request, reply, done) => {
    reply.header('allow', methods.join(', '))
    done()
  }

/** Also for a parameter that is too long, whose route the router skips: nothing has such an id. */
const unknownAddress = () => frameworkFailure(404)

const methodNotAllowed = () => new Failure(405, 'method_not_allowed', m.problemMethod())
