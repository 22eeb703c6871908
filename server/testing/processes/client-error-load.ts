import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

import type { ClientErrorReceipt } from '#shared/operations/client-errors.ts'
import {
  clientErrorBatch,
  clientErrorEntry,
} from '#server/testing/fixtures/client-errors/client-error-batch.ts'

const BATCH = 50
const ID = 'the id goes here'

/** Sends full batches of new entries, one after the other on each connection, until it is stopped. */
export function startClientErrorLoad(
  port: number,
  { connections, path = '/api/client-errors' }: { connections: number; path?: string },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const entry = JSON.stringify(clientErrorEntry({ id: ID }))
  const [start = '', end = ''] = JSON.stringify(clientErrorBatch(['entries'])).split('"entries"]')
  const stopping = new AbortController()
  const load = {
    /** Ids of every entry that was acknowledged so far. */
    acknowledged: [] as string[],
    /** Ids of every entry, acknowledged or not. */
    sent: [] as string[],
    /** Answers so far, by status; 0 where there was none. */
    answers: {} as Record<number, number>,
    async stop() {
      stopping.abort()
      await finished
      agent.destroy()
    },
  }

  async function sendBatches() {
    while (!stopping.signal.aborted) {
      const ids = Array.from({ length: BATCH }, () => randomUUID())
      load.sent.push(...ids)
      const body = `${start}${ids.map((id) => entry.replace(ID, id)).join()}]${end}`
      const { status, text } = await post({ agent, port, path }, body)
      load.answers[status] = (load.answers[status] ?? 0) + 1
      if (status === 200 && (JSON.parse(text) as ClientErrorReceipt).accepted === BATCH) {
        load.acknowledged.push(...ids)
      }
    }
  }

  const finished = Promise.all(Array.from({ length: connections }, sendBatches))
  return load
}

function post(target: { agent: Agent; port: number; path: string }, body: string) {
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>()
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const call = request({ ...target, host: '127.0.0.1', method: 'POST', headers }, (answer) => {
    let text = ''
    answer.setEncoding('utf8').on('data', (part: string) => (text += part))
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    answer.on('error', () => resolve({ status: 0, text }))
  })
  // A server that is killed gives no answer.
  call.on('error', () => resolve({ status: 0, text: '' }))
  call.end(body)
  return promise
}
