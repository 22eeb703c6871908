import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { startClientErrorLoad } from '#server/testing/client-error-load.ts'
import { startClientErrorServer } from '#server/testing/client-error-server.ts'

import { row, type Row } from './row.ts'

const CONNECTIONS = 32
const ROUNDS = 3
const WARM_UP = 500
const MILLISECONDS = 3_000
const PROMISED_PER_SECOND = 10_000

/** Entries acknowledged per second: scrubbed, deduplicated in SQLite and written to a file. */
export async function clientErrorRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const path = join(folder, 'log')
  const log = openSync(path, 'a')
  const server = await startClientErrorServer(log)
  closeSync(log)
  try {
    const parsed = await bestRate(server.port, '/only-parsed')
    const written = await bestRate(server.port, '/api/client-errors')
    await server.end('SIGTERM')
    checkOnceEach(written.ids, readFileSync(path, 'utf8'))
    return [
      row(
        'client errors acknowledged / the promised 10,000 per second',
        written.best,
        PROMISED_PER_SECOND,
        1,
      ),
      row('client errors acknowledged / only parsed', written.best, parsed.best, 0.12),
    ]
  } finally {
    await server.end('SIGTERM')
    rmSync(folder, { recursive: true })
  }
}

/** The best of several rounds, after a warm-up. */
async function bestRate(port: number, path: string) {
  let best = 0
  let ids: string[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const begun = performance.now()
    const load = startClientErrorLoad(port, { connections: CONNECTIONS, path })
    await pause(round === 0 ? WARM_UP : MILLISECONDS)
    await load.stop()
    const rate = (load.acknowledged.length * 1_000) / (performance.now() - begun)
    if (round > 0) best = Math.max(best, rate)
    ids = ids.concat(load.acknowledged)
  }
  return { best, ids }
}

/** @throws when an acknowledged entry is not in the log exactly once: then its speed means nothing */
function checkOnceEach(ids: readonly string[], log: string) {
  const written = log
    .split('\n')
    .map((line) => /"name":"client\.error","id":"([^"]+)"/.exec(line)?.[1])
    .filter((id) => id !== undefined)
  const distinct = new Set(written)
  if (distinct.size !== written.length || !ids.every((id) => distinct.has(id))) {
    throw new Error('The log does not have each acknowledged entry exactly once.')
  }
}
