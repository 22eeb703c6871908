import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

import { portOf } from '#server/tools/ports/port-of.ts'

/**
 * A proxy between client and server that simulates a network with latency and faults.
 * @param to host:port of the server
 */
export async function startTcpProxy(to: string) {
  const target = new URL(`tcp://${to}`)
  const pairs = new Set<readonly [Socket, Socket]>()
  const waiting: (() => void)[] = []
  let delay = 0
  let swallowed: 'none' | 'answers' | 'all' = 'none'
  let isGarbled = false

  /** Forwards data in order, each piece after the delay, and nothing while packets are swallowed. */
  function pass(from: Socket, into: Socket, isAnswer: boolean) {
    const isSwallowed = () => swallowed === 'all' || (swallowed === 'answers' && isAnswer)
    const deliver = (step: () => void) =>
      setTimeout(() => (isSwallowed() ? waiting.push(step) : step()), delay)
    const read = (piece: Buffer) => (isGarbled && isAnswer ? Buffer.from('\0\n') : piece)
    from.on('data', (piece: Buffer) => deliver(() => into.destroyed || into.write(read(piece))))
    from.on('end', () => deliver(() => into.destroyed || into.end()))
    // A reset discards data that is still in flight.
    from.on('error', () => into.destroy())
  }

  const listen = (port: number) => {
    const server = createServer((client) => {
      const upstream = connect(Number(target.port), target.hostname)
      const pair = [client, upstream] as const
      pairs.add(pair)
      for (const socket of pair) {
        socket.setNoDelay(true)
        socket.on('close', () => pairs.delete(pair))
      }
      pass(client, upstream, false)
      pass(upstream, client, true)
    })
    return server.listen(port, '127.0.0.1')
  }
  let server = listen(0)
  await once(server, 'listening')
  const port = portOf(server)

  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy()
  }

  return {
    host: `127.0.0.1:${port}`,
    /** Milliseconds. */
    setRoundTrip: (milliseconds: number) => void (delay = milliseconds / 2),
    /** Resets every connection. New ones are accepted. */
    cut,
    /** Does the same as `cut`, and refuses new connections. */
    async refuse() {
      server.close()
      cut()
      await once(server, 'close')
    },
    /** Connections stay open, but nothing arrives any more; on recovery it arrives, as TCP repeats it. */
    swallow: (what: 'answers' | 'all') => void (swallowed = what),
    /** Answers arrive as other bytes. */
    garble: () => void (isGarbled = true),
    async recover() {
      swallowed = 'none'
      isGarbled = false
      for (const step of waiting.splice(0)) step()
      if (server.listening) return
      server = listen(port)
      await once(server, 'listening')
    },
    stop() {
      server.close()
      cut()
    },
  }
}
