import swagger from '@fastify/swagger'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'

import { ProblemSchema } from '#shared/problem.ts'

interface Options {
  title: string
  limit: onRequestAsyncHookHandler
}

/** Register before the routes it should describe. */
export async function describeRoutes(app: FastifyInstance, { title, limit }: Options) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version: '1', description: 'The JSON interface that the app itself uses.' },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-session' } },
      },
    },
    transform: ({ schema, url }) => ({
      url: url.replace(/\/$/, ''),
      schema: {
        ...schema,
        response: {
          ...(schema?.response as object | undefined),
          default: {
            description: 'A problem',
            content: { 'application/problem+json': { schema: ProblemSchema } },
          },
        },
      },
    }),
  })

  let description: string | undefined
  app.get('/openapi.json', { schema: { hide: true }, onRequest: limit }, async (_request, reply) => {
    description ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').send(description)
  })
}
