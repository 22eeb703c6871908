import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { IdempotencyKeyHeaderSchema } from '#shared/lib/route-parts.ts'
import { joinedId } from '#server/store/joined-id.ts'

interface IdempotencyKeys {
  claim(id: string, request: string): Promise<boolean>
  release(id: string): Promise<void>
}

/**
 * Ties the idempotency keys of requests in a scope to these requests, once all other checks have passed. A refused
 * request, which has changed nothing, frees its key; after a failure of the server the key stays tied.
 */
export function claimIdempotencyKeys(app: FastifyInstance, keys: IdempotencyKeys) {
  const newKeys = new WeakMap<FastifyRequest, string>()

  async function claim(request: FastifyRequest) {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string') return
    const { method, url, body } = request
    const id = joinedId(request.actor.id, key)
    if (await keys.claim(id, hash('sha256', JSON.stringify([method, url, body]), 'base64url')))
      newKeys.set(request, id)
  }

  async function releaseIfRefused(request: FastifyRequest, reply: FastifyReply) {
    const id = newKeys.get(request)
    if (id === undefined || reply.statusCode < 400 || reply.statusCode >= 500) return
    // The refusal is the answer all the same.
    await keys.release(id).catch((err: unknown) => request.log.warn({ err }, 'idempotency key not released'))
  }

  app.addHook('onRoute', (route) => {
    if (route.schema?.headers !== IdempotencyKeyHeaderSchema) return
    route.preHandler = [route.preHandler ?? [], claim].flat()
    route.onSend = [route.onSend ?? [], releaseIfRefused].flat()
  })
}
