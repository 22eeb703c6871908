import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  preHandlerAsyncHookHandler,
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
 * shows for unknown addresses: 405 with `Allow` for a known address (RFC 9110, section 15.5.6), 404 for any other,
 * also for a parameter that is too long, whose route the router skips.
 * @returns a function that closes a scope, to be called once all its routes are registered
 */
export function createRouteCloser(app: FastifyInstance) {
  const fixedUrls = new Set<string>()
  app.addHook('onRoute', ({ url }) => void (url.includes(':') || fixedUrls.add(url)))

  return (scope: FastifyInstance, { prefix, onMiss }: Scope) => {
    const hidden = { schema: { hide: true }, preHandler: onMiss ?? [] }
    // A route with a parameter would take `PUT /api/events/tags`.
    for (const url of fixedUrls) {
      if (!url.startsWith(`${prefix}/`)) continue
      const allow = METHODS.filter((each) => scope.hasRoute({ url, method: each }))
      const method = METHODS.filter((each) => !allow.includes(each) && scope.findRoute({ url, method: each }))
      const handler = async (_: FastifyRequest, reply: FastifyReply) => refuse(reply, allow)
      if (method.length > 0) scope.route({ ...hidden, url, method, handler })
    }

    const method = [...METHODS]
    scope.route({
      ...hidden,
      url: `${prefix}/*`,
      method,
      async handler({ url }, reply) {
        const routes = METHODS.map((each) => [each, scope.findRoute({ url, method: each })] as const)
        const allow = routes.filter(([, route]) => route && !('*' in route.params)).map(([each]) => each)
        refuse(reply, allow)
      },
    })
    scope.route({ ...hidden, url: prefix, method, handler: async (_, reply) => refuse(reply, []) })
  }
}

function refuse(reply: FastifyReply, allow: readonly HTTPMethods[]): never {
  if (allow.length === 0) throw frameworkFailure(404)
  reply.header('allow', allow.join(', '))
  throw new Failure(405, 'method_not_allowed', m.problemMethod())
}
