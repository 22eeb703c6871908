import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { DATABASE_FILE, openSqliteStore, type SqliteStore } from '#server/store/sqlite/store.ts'

import { requestsPerSecond } from './load.ts'
import { measured, type MeasuredDocument, measuredDocument } from './measured-documents.ts'
import { row, type Row } from './row.ts'

const DOCUMENTS = 20_000
const ROUNDS = 5
const MILLISECONDS = 400
const PAGE = 20
const CONCURRENCY = 16

/** Work that is repeated, each time with a different document. */
type Work = (at: number) => unknown

export async function storeRows(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const store = openSqliteStore({ dataDir, secret: 'a secret of the benchmark', collections: [measured] })
  try {
    await store.transact(async (tx) => {
      for (let at = 0; at < DOCUMENTS; at++) tx.put(measured, measuredDocument(at))
    })
    return [...(await statementRows(store, join(dataDir, DATABASE_FILE))), await routeRow()]
  } finally {
    await store.close()
    rmSync(dataDir, { recursive: true })
  }
}

/** Cost of the store port, beside the same SQL statements and the parsing that any caller needs. */
async function statementRows(store: SqliteStore, file: string): Promise<Row[]> {
  const ofStore: Record<'get' | 'page' | 'transaction', Work> = {
    get: (at) => store.get(measured, `document-${at}`),
    page: () => store.find(measured, { where: { shelf: 'odd' }, orderBy: 'addedAt', limit: PAGE }),
    transaction: (at) =>
      store.transact(async (tx) => {
        const document = await tx.get(measured, `document-${at}`)
        if (document) tx.put(measured, { ...document, count: document.count + 1 })
      }),
  }
  for (const work of Object.values(ofStore)) await work(1)

  using db = new DatabaseSync(file)
  const bare = bareWork(db, store.sentStatements())
  const get = await rivals(ofStore.get, bare.get)
  const page = await rivals(ofStore.page, bare.page)
  const transaction = await rivals(ofStore.transaction, bare.transaction)
  const [groups, oneByOne] = await rivals(
    (at) => Promise.all(Array.from({ length: CONCURRENCY }, (_, more) => ofStore.transaction(at + more))),
    bare.transaction,
  )
  return [
    row('store, get by id / bare node:sqlite', ...get, 0.7),
    row('store, page of 20 documents / bare node:sqlite', ...page, 0.7),
    row('store, durable transaction / bare node:sqlite', ...transaction, 0.5),
    row(
      `store, ${CONCURRENCY} durable transactions at once / one by one`,
      groups * CONCURRENCY,
      oneByOne,
      1.5,
    ),
  ]
}

function bareWork(db: DatabaseSync, sent: readonly string[]): Record<'get' | 'page' | 'transaction', Work> {
  db.exec('PRAGMA synchronous = FULL')
  const prepare = (part: RegExp) => db.prepare(sent.find((text) => part.test(text)) ?? '')
  const get = prepare(/^SELECT revision, version, body .* id = \?$/)
  const page = prepare(/^SELECT revision, version, body .* ORDER BY/)
  const put = prepare(/^INSERT .* DO UPDATE/s)
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  return {
    get: (at) => parsed(get.get(`document-${at}`)),
    page: () => page.all('odd', '', PAGE).map(parsed),
    transaction(at) {
      begin.run()
      const document = parsed(get.get(`document-${at}`))
      put.run(document.id, JSON.stringify({ ...document, count: document.count + 1 }))
      commit.run()
    },
  }
}

const parsed = (stored: unknown): MeasuredDocument => JSON.parse((stored as { body: string }).body)

/** The best rounds of both, which take turns, so that other load on the machine affects both alike. */
async function rivals(ours: Work, baseline: Work): Promise<[number, number]> {
  let best: [number, number] = [0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    best = [Math.max(best[0], await perSecond(ours)), Math.max(best[1], await perSecond(baseline))]
  }
  return best
}

async function perSecond(work: Work) {
  const startedAt = performance.now()
  let done = 0
  for (; performance.now() - startedAt < MILLISECONDS; done++) {
    const pending = work(done % DOCUMENTS)
    if (pending instanceof Promise) await pending
  }
  return (done * 1_000) / (performance.now() - startedAt)
}

async function routeRow(): Promise<Row> {
  const child = fork(join(import.meta.dirname, 'servers/store-server.ts'))
  try {
    const [port] = (await once(child, 'message')) as [number]
    const target = (path: string) => ({ port, path, headers: {} })
    const [ops = 0, baseline = 0] = await requestsPerSecond([target('/stored/document-7'), target('/bare')])
    return row('1 KB document through a route / the same from memory', ops, baseline, 0.35)
  } finally {
    child.disconnect()
  }
}
