import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

import type { FastifyInstance } from 'fastify'

/**
 * Connections that wait to be accepted, on each socket; the kernel may have a lower limit (`net.core.somaxconn`). When
 * another replica shuts down, thousands of streams are opened again within seconds, and whatever does not fit waits for seconds.
 */
const BACKLOG = 4_096
/**
 * Sockets that listen on the port. Node accepts one connection of each in a turn of the event loop, which takes 10 ms and
 * more under load: with one socket, thousands of browsers would wait for a minute and more.
 */
const SOCKETS = 16

interface Address {
  host: string
  /** 0: any that is free. */
  port: number
}

/** Where several sockets may listen on a port, they do: https://nodejs.org/api/net.html#serverlistenoptions-callback */
export async function listen(
  app: Pick<FastifyInstance, 'listen' | 'server'>,
  { host, port: wanted }: Address,
): Promise<void> {
  const address = { host, port: wanted }
  const isShared = process.platform === 'linux'
  if (!isShared) return void (await app.listen({ ...address, backlog: BACKLOG }))

  await assertFree(address)
  const options = { ...address, backlog: BACKLOG, reusePort: true }
  await app.listen(options)
  const { server } = app
  const { port } = server.address() as AddressInfo
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    // As an HTTP server makes its own.
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  )
  await Promise.all(others.map((other) => opened(other.listen({ ...options, port }))))
  closeTogether(server, others)
}

/** @throws EADDRINUSE also for a server like this one, beside which the kernel would let another listen */
async function assertFree({ host, port }: Address) {
  if (port === 0) return
  const probe = createServer()
  await opened(probe.listen({ host, port }))
  probe.close()
  await once(probe, 'close')
}

/** Rejects when it cannot listen. */
const opened = (server: Server) => once(server, 'listening')

/** `server` does not count the connections of the others, and has to wait for those, too. */
function closeTogether(server: Server, others: readonly Server[]) {
  const close = server.close.bind(server)
  server.close = (callback) => {
    let open = others.length + 1
    let failure: Error | undefined
    const closed = (error?: Error) => {
      failure ??= error
      open -= 1
      if (open === 0) callback?.(failure)
    }
    for (const other of others) other.close(closed)
    return close(closed)
  }
}
