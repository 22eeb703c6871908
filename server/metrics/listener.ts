import { once } from 'node:events'
import { createServer } from 'node:http'

import { SECOND } from '#shared/lib/durations.ts'
import type { Logger } from '#server/logging/logger.ts'

interface Options {
  host: string
  port: number
  contentType: string
  text: () => Promise<string>
  logger: Pick<Logger, 'error'>
}

/** Milliseconds. Prometheus gives up after ten seconds by default. */
const TIMEOUT = 10 * SECOND

/**
 * Serves `GET /metrics` on a separate port, which the load balancer does not know: it bypasses the server's limits
 * and checks, and is answered while the server drains.
 */
export async function listenForScrapes({ host, port, contentType, text, logger }: Options) {
  const server = createServer({ requestTimeout: TIMEOUT }, ({ method, url }, response) => {
    if (url !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) return response.writeHead(404).end()
    text().then(
      (body) => response.writeHead(200, { 'content-type': contentType }).end(body),
      (err: unknown) => {
        logger.error({ err }, 'could not read metrics')
        response.writeHead(500).end()
      },
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    address: server.address(),
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
