import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'

import * as m from '#shared/notifications/messages.ts'
import { notificationsApi } from '#shared/notifications/api.ts'
import { Failure, notFound } from '#server/lib/failure.ts'

import type { Unsubscribe } from './unsubscribe.ts'

interface Options {
  unsubscribe: Unsubscribe
}

/** `/api/public/subscription`, for the page that a link in an email opens. */
export const subscriptionRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { unsubscribe }) => {
  app.get('/', {
    schema: notificationsApi['GET /api/public/subscription'],
    handler: ({ query }) => unsubscribe.subscription(query.token),
  })

  app.put('/', {
    schema: notificationsApi['PUT /api/public/subscription'],
    handler: ({ body }) => unsubscribe.set(body.token, body.subscribed),
  })
}

interface OneClickOptions extends Options {
  /** Counts a request for an unknown link. */
  onMiss: (request: FastifyRequest) => Promise<void>
}

/**
 * `/unsubscribe`, for mail programs, which have neither a session nor the headers of a browser. Only POST switches
 * anything off (RFC 8058): scanners open every link.
 */
export const oneClickRoutes: FastifyPluginAsyncTypebox<OneClickOptions> = async (
  app,
  { unsubscribe, onMiss },
) => {
  const params = Type.Object({ token: Type.String({ maxLength: 300 }) })
  app.removeAllContentTypeParsers()
  // The address contains everything. Programs send a form, in either of its encodings, and some an empty
  // type.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1_024 }, (_request, _body, done) =>
    done(null),
  )

  app.addHook('onRequest', (request, reply, done) => {
    delete request.raw.headers['content-type']
    reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    done()
  })

  app.post('/:token', {
    schema: { params, hide: true },
    handler: async (request, reply) => {
      try {
        await unsubscribe.set(request.params.token, false)
      } catch (error) {
        if (error instanceof Failure && error.status === 404) await onMiss(request)
        throw error
      }
      return reply.type('text/plain; charset=utf-8').send(`${m.unsubscribed()}\n`)
    },
  })

  app.get('/:token', {
    schema: { params, hide: true },
    handler: (request, reply) => reply.redirect(unsubscribe.pageOf(request.params.token), 303),
  })

  app.get('/*', { schema: { hide: true } }, async (request) => {
    await onMiss(request)
    throw notFound('link')
  })
}
