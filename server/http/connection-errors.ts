import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import type { Logger } from '#server/logging/logger.ts'
import type { FixedHeaders } from './headers.ts'
import { frameworkFailure, PROBLEM_TYPE, toProblem } from './problems.ts'

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/**
 * Answers invalid HTTP and requests that never complete: there is no request to reply to, only a socket. The text is
 * in the default language, since no headers were read that name the reader's.
 */
export function answerConnectionErrors(headers: FixedHeaders, newId: () => string, logger: Logger) {
  return (error: Error & { code?: string }, socket: Socket) => {
    // Bytes that were already sent may be half of another answer on this connection.
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
      socket.destroy()
      return
    }
    const failure = frameworkFailure(STATUS_BY_CODE[error.code ?? ''] ?? 400)
    const requestId = newId()
    const { status, code } = failure
    logger.info({ requestId, status, code, ip: socket.remoteAddress, cause: error.code }, 'bad connection')
    const body = JSON.stringify(toProblem(failure, requestId))
    const lines = Object.entries({
      ...headers,
      date: new Date().toUTCString(),
      'content-type': PROBLEM_TYPE,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    socket.destroySoon()
  }
}

/**
 * Handles `Expect` with any value but `100-continue`; Node checks it before there is a request, so the text is in the
 * default language. No browser sends it.
 */
export const refuseExpectation =
  (newId: () => string) => (_request: IncomingMessage, response: ServerResponse) => {
    const failure = frameworkFailure(417)
    const body = JSON.stringify(toProblem(failure, newId()))
    response
      .writeHead(failure.status, {
        'content-type': PROBLEM_TYPE,
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      })
      .end(body)
  }
