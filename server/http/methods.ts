import type {
  FastifyInstance,
  HTTPMethods,
  onRequestHookHandler,
  preHandlerAsyncHookHandler,
  FastifyRequest,
} from 'fastify'

import { Failure } from '#server/lib/failure.ts'

import { frameworkFailure } from './problems.ts'
import { pathOf } from './request-log.ts'

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Characters of one parameter in an address. */
export const MAX_PARAM_LENGTH = 256

interface Scope {
  /** `/api`, without a slash at the end. */
  prefix: string
  /** Counts a request that no route takes. */
  onMiss?: preHandlerAsyncHookHandler
}

/**
 * Answers below `prefix` what no route takes, so that it never reaches the page that the single-page app shows for
 * unknown addresses: 405 with `Allow` for a known address (RFC 9110, section 15.5.6), 404 for any other.
 * @returns what closes a scope, to be called once all its routes are registered
 */
export function createRouteClosing(app: FastifyInstance) {
  const urls = new Set<string>()
  // Fastify names the address with a slash at the end only for some of the methods.
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

/** A parameter that is too long makes the router pass over the route that takes it. */
const unknownAddress = ({ raw }: FastifyRequest) =>
  frameworkFailure(
    pathOf(raw.url ?? '')
      .split('/')
      .some((part) => part.length > MAX_PARAM_LENGTH)
      ? 414
      : 404,
  )

const methodNotAllowed = () =>
  new Failure(405, 'method_not_allowed', 'This address doesn’t support that method.')
