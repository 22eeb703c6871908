import { once } from 'node:events'
import {
  type ClientHttp2Session,
  connect,
  constants,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import { setTimeout as wait } from 'node:timers/promises'

import { portOf } from '#server/tools/ports/port-of.ts'

interface Refusal {
  /** Number of a gRPC status. */
  status: number
  message: string
}

/** Trouble of all calls except `Listen`: a refusal, or an answer that is late by milliseconds, missing or incomplete. */
export type CallTrouble = Refusal | number | 'no answer' | 'half an answer'

/**
 * A proxy between Firestore's client and its emulator that refuses, delays and counts calls, those of `Listen` apart.
 * @param to host:port of the emulator
 */
export async function startGrpcProxy(to: string) {
  let refusal: Refusal | undefined
  let trouble: CallTrouble | undefined
  let hold: { from: number; begun: PromiseWithResolvers<void>; over: PromiseWithResolvers<void> } | undefined
  let listens = 0
  let calls = 0
  let listenDelay = 0
  const open = new Set<ServerHttp2Stream>()
  const silent = new Set<ServerHttp2Stream>()
  let upstream: ClientHttp2Session | undefined

  /** The store may reset the connections of this process, and so this one. */
  function connected() {
    if (upstream && !upstream.destroyed) return upstream
    upstream = connect(`http://${to}`)
    upstream.on('error', () => {})
    return upstream
  }

  function refuse(call: ServerHttp2Stream, { status, message }: Refusal) {
    // The client waits until it has sent everything.
    call.resume()
    call.respond(
      { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': status, 'grpc-message': message },
      { endStream: true },
    )
  }

  const server = createServer()
  server.on('stream', async (call: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    call.on('error', () => {})
    const isListen = String(headers[':path']).endsWith('/Listen')
    if (isListen) {
      listens += 1
      if (refusal) return refuse(call, refusal)
      open.add(call)
      call.once('close', () => open.delete(call))
    } else {
      calls += 1
      if (hold && calls >= hold.from) {
        hold.begun.resolve()
        await hold.over.promise
        if (call.destroyed) return
      }
      if (trouble === 'no answer') return
      if (typeof trouble === 'object') return refuse(call, trouble)
    }
    const delay = !isListen && typeof trouble === 'number' ? trouble : 0
    const isHalf = !isListen && trouble === 'half an answer'
    const answer = connected().request({
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
    let trailers = {}
    answer.once('trailers', (last) => void (trailers = last))
    answer.once('response', async (received, flags) => {
      if (delay > 0) await wait(delay, undefined, { ref: false })
      if (answer.destroyed && !isListen) return
      const { ':status': status, ...rest } = received
      const isEnd = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0
      if (call.closed || call.destroyed) return
      call.respond({ ':status': status, ...rest }, isEnd ? { endStream: true } : { waitForTrailers: true })
      if (isEnd) return
      if (isHalf) {
        answer.once('data', (piece: Buffer) => {
          if (call.closed) return
          call.write(piece.subarray(0, piece.length / 2))
          call.close(constants.NGHTTP2_INTERNAL_ERROR)
        })
        return
      }
      call.once('wantTrailers', () => call.sendTrailers(trailers))
      answer.on('data', (piece: Buffer) => {
        if (silent.has(call)) return
        if (isListen && listenDelay > 0)
          setTimeout(() => call.writable && call.write(piece), listenDelay).unref()
        else call.write(piece)
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
    /** Delays what arrives on calls of `Listen` from now on by milliseconds. */
    delayListens: (milliseconds: number) => void (listenDelay = milliseconds),
    setTrouble: (next: CallTrouble | undefined) => void (trouble = next),
    /**
     * Holds back calls, except of `Listen`, from this one on, as if the client stood still.
     * @returns a promise of the first, and what lets all of them pass
     */
    holdFrom(call: number) {
      hold = { from: calls + call, begun: Promise.withResolvers(), over: Promise.withResolvers() }
      const { begun, over } = hold
      const release = () => {
        hold = undefined
        over.resolve()
      }
      return { begun: begun.promise, release }
    },
    /** Calls so far, except of `Listen`. */
    calls: () => calls,
    /** Calls of `Listen` so far. */
    listens: () => listens,
    /** Number of open calls. */
    open: () => open.size,
    stop() {
      for (const call of open) call.destroy()
      server.close()
      upstream?.destroy()
    },
  }
}
