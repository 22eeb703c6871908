import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, onRequestAsyncHookHandler, RouteOptions } from 'fastify'
import { Type, type TSchema } from 'typebox'

import { API_VERSION, CLIENT_VERSION_HEADER } from '#shared/lib/api-version.ts'
import { ProblemSchema } from '#shared/lib/problem.ts'

type Headers = Readonly<Record<string, TSchema>>

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Headers that a hook or the handler checks. They give better answers than the schema would, so it is only
     * described.
     */
    headers?: Headers
  }
}

interface Options {
  title: string
  origin: string
  sessionCookie: string
  limit: onRequestAsyncHookHandler
}

/** Register before the routes it should describe, and before the scopes around them. */
export async function describeRoutes(app: FastifyInstance, { title, origin, sessionCookie, limit }: Options) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version: '1', description: 'The JSON API used by the Guildhall app.' },
      servers: [{ url: origin }],
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } },
      },
    },
    transform: ({ schema, url, route }) => {
      const path = url.replace(/\/$/, '')
      return { url: path, schema: describe(path, { ...route, schema: schema ?? {} }) }
    },
  })

  let description: Buffer | undefined
  app.get('/api/openapi.json', { schema: { hide: true }, onRequest: limit }, async (_request, reply) => {
    description ??= Buffer.from(JSON.stringify(app.swagger()))
    return reply.type('application/json; charset=utf-8').send(description)
  })
}

function describe(path: string, { method, schema, config }: RouteOptions & { schema: FastifySchema }) {
  const headers = schema.headers as { properties?: Headers } | undefined
  return {
    ...schema,
    operationId: operationIdOf(String(method), path),
    headers: Type.Object({ ...config?.headers, ...headers?.properties }),
    response: {
      ...(schema.response as object | undefined),
      default: {
        description: 'Problem details (RFC 9457)',
        content: { 'application/problem+json': { schema: ProblemSchema } },
      },
    },
  }
}

/** `getEventsEventIdCalendarIcs` for `GET /api/events/:eventId/calendar.ics`. */
const operationIdOf = (method: string, path: string) =>
  path
    .replace(/^\/api/, '')
    .split(/[^A-Za-z0-9]+/)
    .reduce((id, word) => id + word.charAt(0).toUpperCase() + word.slice(1), method.toLowerCase())

interface Checks {
  /** Origins from which writes are accepted. */
  origins: readonly string[]
  /** Whether writes need a header that no form can send. */
  csrf?: boolean
  session?: boolean
  /** Whether pages of another version of the API are refused. */
  version?: boolean
}

/** Describes the checks that the hooks of a scope run for its routes. */
export function describeChecks(app: FastifyInstance, { origins, csrf, session, version }: Checks) {
  const ofAll: Headers = version ? { [CLIENT_VERSION_HEADER]: VersionSchema } : {}
  const ofWrites: Headers = { origin: originSchema(origins), ...(csrf && { 'x-csrf': CsrfSchema }) }
  app.addHook('onRoute', (route) => {
    const isWrite = route.method !== 'GET' && route.method !== 'HEAD'
    route.config = {
      ...route.config,
      headers: { ...ofAll, ...(isWrite && ofWrites), ...route.config?.headers },
    }
    if (session) route.schema = { ...route.schema, security: [{ session: [] }] }
  })
}

/**
 * Describes that the routes of a scope require one of the roles. In OpenAPI 3.1 such requirements are alternatives.
 * Register inside the scopes that `describeChecks` describes.
 */
export function describeRoles(app: FastifyInstance, roles: readonly string[]) {
  const security = roles.map((role) => ({ session: [role] }))
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, security }
  })
}

const originSchema = (origins: readonly string[]) =>
  Type.Enum([...origins], { description: 'Not needed with `Sec-Fetch-Site: same-origin`.' })
const CsrfSchema = Type.Literal('1', {
  description: 'Required for writes. A form on another site cannot send it.',
})
const VersionSchema = Type.Optional(
  Type.Literal(String(API_VERSION), {
    description: 'API version of the client. Required in pages, whose build may be older than the server.',
  }),
)
