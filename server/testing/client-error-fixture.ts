import type { FastifyInstance } from 'fastify'

import type { ClientErrorReceipt } from '#shared/client-errors.ts'
import { writtenClientErrors } from '#server/features/client-errors/collection.ts'
import { errorGroupCollections } from '#server/features/error-groups/collection.ts'
import type { LogSink } from '#server/lib/log-sink.ts'
import type { Store } from '#server/store/port.ts'

import { createClientErrorApp } from './client-error-app.ts'
import { clientErrorBatch, clientErrorEntry } from './client-error-batch.ts'
import { openTemporaryStore } from './temporary-store.ts'

interface ClientErrorLine {
  level: string
  event?: { name: string; id: string }
  exception: { type: string; message: string; stacktrace?: string; symbolicated: boolean }
  error: { fingerprint: string; fp_version: number }
  client: Record<string, unknown>
  url: { path: string }
  user: { id?: string; hash?: string }
}

type Differences = Parameters<typeof clientErrorEntry>[0]

/** A log whose reader can be made to stall or to go away. */
function createTestSink() {
  let text = ''
  const sink: Omit<LogSink, 'full'> & { full: boolean; hold?: Promise<void>; refuse?: Error } = {
    full: false,
    status: () => ({ waitingBytes: 0, lostLines: 0, stalled: false, refused: false }),
    write: (line) => (text += line),
    async append(lines) {
      await sink.hold
      if (sink.refuse) throw sink.refuse
      text += lines
    },
    close: async () => {},
  }
  return { sink, lines: () => text.split('\n').filter(Boolean) }
}

/** The intake with a real store, and a log to look into. */
export async function createClientErrorFixture() {
  const now = Date.parse('2026-03-01T12:00:06.000Z')
  const store = openTemporaryStore([writtenClientErrors, ...errorGroupCollections])
  const { sink, lines } = createTestSink()
  const fixture = {
    now,
    store,
    sink,
    lines,
    verifyUserId: async (): Promise<string | undefined> => undefined,
    startReplica: (itsStore: Store = store) =>
      createClientErrorApp({
        sink,
        store: itsStore,
        clock: () => fixture.now,
        verifyUserId: () => fixture.verifyUserId(),
      }),
    entries: () =>
      lines()
        .map((line) => JSON.parse(line) as ClientErrorLine)
        .filter(({ event }) => event),
    send,
    write,
    async close() {
      await app.close()
      await store.close()
    },
  }
  const app = await fixture.startReplica()

  async function send(body: unknown, options: { contentType?: string; to?: FastifyInstance } = {}) {
    const { contentType = 'application/json', to = app } = options
    const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    const headers = { 'content-type': contentType }
    const answer = await to.inject({ method: 'POST', url: '/api/client-errors', headers, payload })
    const received = answer.json<ClientErrorReceipt & { code?: string }>()
    return { status: answer.statusCode, headers: answer.headers, body: received }
  }

  /** Sends entries that are good but for the differences, and reads their lines. */
  async function write(...differences: Differences[]) {
    const before = fixture.entries().length
    const { status, body } = await send(
      clientErrorBatch(differences.map((difference) => clientErrorEntry(difference))),
    )
    if (body.accepted !== differences.length) throw new Error(`${status} ${JSON.stringify(body)}`)
    return fixture.entries().slice(before)
  }

  return fixture
}
export type ClientErrorFixture = Awaited<ReturnType<typeof createClientErrorFixture>>
