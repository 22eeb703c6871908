import { connect, createServer, type Socket } from 'node:net'

import { portOf } from '#server/tools/port-of.ts'

export interface SlowNetwork {
  /** Milliseconds of a round trip. */
  latency: number
  bytesPerSecond: number
}

/**
 * A proxy between a browser and a server. Unlike the emulation of Chromium's tools, it also slows down the requests of
 * service workers.
 */
export async function startSlowNetwork(targetPort: number, { latency, bytesPerSecond }: SlowNetwork) {
  let isSlow = false
  const sockets = new Set<Socket>()

  /** One direction of the line, which all its connections share. */
  function createLine() {
    let freeAt = 0
    return (from: Socket, to: Socket) => {
      sockets.add(from)
      from.on('close', () => sockets.delete(from))
      from.on('error', () => to.destroy())
      from.on('end', () => delay(0, () => to.end()))
      from.on('data', (chunk) => delay(chunk.length, () => to.writable && to.write(chunk)))
    }

    function delay(bytes: number, work: () => void) {
      if (!isSlow) {
        work()
        return
      }
      const now = performance.now()
      freeAt = Math.max(freeAt, now) + (bytes / bytesPerSecond) * 1_000
      setTimeout(work, freeAt - now + latency / 2)
    }
  }

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
    speedUp: () => (isSlow = false),
    stop() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
