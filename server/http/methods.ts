import type { FastifyInstance, HTTPMethods, onRequestHookHandler, preHandlerAsyncHookHandler } from 'fastify'

import { Failure } from '#server/lib/failure.ts'

import { frameworkFailure } from './problems.ts'

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

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
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    methodsOf.set(url, methods)
  })

  return (scope: FastifyInstance, { prefix, onMiss }: Scope) => {
    const preHandler = onMiss ?? []
    const isBelow = (url: string) => url === prefix || url.startsWith(`${prefix}/`)
    for (const [url, known] of [...methodsOf].filter(([each]) => isBelow(each))) {
      const allow = [...known].join(', ')
      const onRequest: onRequestHookHandler = (_request, reply, done) => {
        reply.header('allow', allow)
        done()
      }
      scope.route({
        url,
        method: METHODS.filter((method) => !known.has(method)),
        schema: { hide: true },
        onRequest,
        preHandler,
        handler: () => Promise.reject(methodNotAllowed()),
      })
    }
    for (const url of [prefix, `${prefix}/*`]) {
      const method = METHODS.filter((each) => !methodsOf.get(url)?.has(each))
      const handler = () => Promise.reject(frameworkFailure(404))
      if (method.length > 0) scope.route({ url, method, schema: { hide: true }, preHandler, handler })
    }
  }
}

const methodNotAllowed = () =>
  new Failure(405, 'method_not_allowed', 'This address does not support that method.')
