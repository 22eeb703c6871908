import { once } from 'node:events'
import {
  connect,
  constants,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'

import { portOf } from '#server/tools/ports/port-of.ts'

interface Refusal {
  /** Number of a gRPC status. */
  status: number
  message: string
}

/**
 * A proxy between Firestore's client and its emulator that refuses and counts calls of `Listen`.
 * @param to host:port of the emulator
 */
export async function startGrpcProxy(to: string) {
  let refusal: Refusal | undefined
  let listens = 0
  const open = new Set<ServerHttp2Stream>()
  const silent = new Set<ServerHttp2Stream>()
  const upstream = connect(`http://${to}`)

  function refuse(call: ServerHttp2Stream, { status, message }: Refusal) {
    call.respond(
      { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': status, 'grpc-message': message },
      { endStream: true },
    )
  }

  const server = createServer()
  server.on('stream', (call: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    call.on('error', () => {})
    const isListen = String(headers[':path']).endsWith('/Listen')
    if (isListen) {
      listens += 1
      if (refusal) return refuse(call, refusal)
      open.add(call)
      call.once('close', () => open.delete(call))
    }
    const answer = upstream.request({
      ':method': 'POST',
      ':path': headers[':path'],
      'content-type': 'application/grpc',
      te: 'trailers',
      ...Object.fromEntries(
        Object.entries(headers).filter(([name]) =>
          /^(authorization|google-|x-goog-|grpc-timeout)/.test(name),
        ),
      ),
    })
    call.pipe(answer)
    call.once('close', () => answer.close(constants.NGHTTP2_CANCEL))
    answer.on('error', () => call.close(constants.NGHTTP2_CANCEL))
    answer.once('response', (received, flags) => {
      const { ':status': status, ...rest } = received
      const isEnd = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0
      if (call.destroyed) return
      call.respond({ ':status': status, ...rest }, isEnd ? { endStream: true } : { waitForTrailers: true })
      if (isEnd) return
      let trailers = {}
      answer.on('trailers', (last) => void (trailers = last))
      call.once('wantTrailers', () => call.sendTrailers(trailers))
      answer.on('data', (piece: Buffer) => {
        if (!silent.has(call)) call.write(piece)
      })
      answer.on('end', () => call.end())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${portOf(server)}`,
    /** Ends the open calls of `Listen` and refuses new ones. */
    refuse(reason: Refusal) {
      refusal = reason
      for (const call of open) call.close(constants.NGHTTP2_CANCEL)
    },
    accept: () => void (refusal = undefined),
    /** The open calls stay open, and nothing arrives on them any more. */
    silence: () => open.forEach((call) => silent.add(call)),
    /** Calls of `Listen` so far. */
    listens: () => listens,
    /** Number of open calls. */
    open: () => open.size,
    stop() {
      for (const call of open) call.destroy()
      server.close()
      upstream.destroy()
    },
  }
}
