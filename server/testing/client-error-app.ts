import { randomUUID } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import { createClientErrorIntakeParts } from '#server/client-errors.ts'
import { clientErrorRoutes } from '#server/features/client-errors/routes.ts'
import { createServer, TIMEOUTS } from '#server/http/create-server.ts'
import { createLifecycle } from '#server/lib/lifecycle.ts'
import type { LogSink } from '#server/lib/log-sink.ts'
import { createLogger } from '#server/lib/logger.ts'
import type { Store } from '#server/store/port.ts'

interface Deps {
  sink: LogSink
  store: Store
  clock?: () => number
  sourceMaps?: string
  verifyUserId?: (request: FastifyRequest) => Promise<string | undefined>
}

export const CLIENT_ERROR_SECRET = 'a secret that only this test knows'

/** The intake of client errors on the real server, and nothing else of the product. */
export async function createClientErrorApp({
  sink,
  store,
  clock = Date.now,
  sourceMaps = '/nowhere',
  verifyUserId = async () => undefined,
}: Deps) {
  const app = createServer({
    config: { trustProxy: [] },
    headers: {},
    lifecycle: createLifecycle(),
    logger: createLogger({ logLevel: 'info' }, sink),
    newId: randomUUID,
    timeouts: TIMEOUTS,
  })
  const secret = CLIENT_ERROR_SECRET
  const sourceMapFolders = [sourceMaps]
  const { intake } = createClientErrorIntakeParts({
    logSink: sink,
    store,
    clock,
    newId: randomUUID,
    sourceMapFolders,
    secret,
  })
  await app.register(clientErrorRoutes, { prefix: '/api/client-errors', intake, verifyUserId })
  return app
}
