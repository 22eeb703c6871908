import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterEach, beforeEach } from 'vitest'

import { portOf } from '#server/tools/ports/port-of.ts'

interface Answer {
  status: number
  type?: string
  body?: string
  /** Closes the connection instead, after the request was carried out. */
  lost?: true
  /** Never ends the body. */
  unfinished?: true
}

export const problem = (status: number, code: string, more = {}): Answer => ({
  status,
  type: 'application/problem+json',
  body: JSON.stringify({ type: `urn:${code}`, title: 'No.', status, code, requestId: 'r1', ...more }),
})

/** Starts, for each test of a file, a server that gives the listed answers in order, and then 204. */
export function answeringServer() {
  let server: Server
  const state = {
    origin: '',
    answers: [] as Answer[],
    received: [] as { method: string; headers: IncomingMessage['headers']; body: string }[],
  }

  beforeEach(async () => {
    state.answers = []
    state.received = []
    server = createServer(async (incoming, outgoing) => {
      const body = (await Array.fromAsync(incoming)).join('')
      state.received.push({ method: incoming.method ?? '', headers: incoming.headers, body })
      const answer = state.answers.shift() ?? { status: 204 }
      const { status, type = 'application/json', body: text, lost, unfinished } = answer
      if (lost) return outgoing.destroy()
      outgoing.writeHead(status, text === undefined ? {} : { 'content-type': type })
      if (unfinished) outgoing.write(text)
      else outgoing.end(text)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    state.origin = `http://127.0.0.1:${portOf(server)}`
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  return state
}
