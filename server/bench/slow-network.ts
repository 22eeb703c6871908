import { connect, createServer, type Socket } from 'node:net'

import { portOf } from '#server/tools/ports/port-of.ts'

export interface SlowNetwork {
  /** Milliseconds of a round trip. */
  latency: number
  bytesPerSecond: number
}

/** Bytes that a connection sends before it is another's turn. */
const TURN = 4_096

/**
 * A proxy between a browser and a server. Unlike the emulation of Chromium's tools, it also slows down the requests of
 * service workers.
 */
export async function startSlowNetwork(targetPort: number, { latency, bytesPerSecond }: SlowNetwork) {
  let isSlow = false
  const sockets = new Set<Socket>()

  /** One direction of the line, which all its connections share. */
  function createLine() {
    /** Bytes of each receiver, in the order of their turns. */
    const waiting = new Map<Socket, Buffer>()
    let freeAt = 0
    let isBusy = false

    return (from: Socket, to: Socket) => {
      sockets.add(from)
      from.on('close', () => sockets.delete(from))
      from.on('error', () => to.destroy())
      from.on('end', () => later(() => to.end()))
      from.on('data', (chunk: Buffer) => {
        if (!isSlow) {
          to.write(chunk)
          return
        }
        waiting.set(to, Buffer.concat([waiting.get(to) ?? Buffer.alloc(0), chunk]))
        if (!isBusy) sendNext()
      })
    }

    function sendNext() {
      const [next] = waiting
      isBusy = next !== undefined
      if (!next) return
      const [to, bytes] = next
      const turn = bytes.subarray(0, TURN)
      waiting.delete(to)
      if (turn.length < bytes.length) waiting.set(to, bytes.subarray(TURN))
      const now = performance.now()
      freeAt = Math.max(freeAt, now) + (turn.length / bytesPerSecond) * 1_000
      setTimeout(() => {
        later(() => to.writable && to.write(turn))
        sendNext()
      }, freeAt - now)
    }
  }

  const later = (work: () => void) => setTimeout(work, latency / 2)
  const upload = createLine()
  const download = createLine()
  const proxy = createServer((client) => {
    const server = connect(targetPort, '127.0.0.1')
    upload(client, server)
    download(server, client)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    port: portOf(proxy),
    slowDown: () => (isSlow = true),
    stop() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
