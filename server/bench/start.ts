import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

import { collections } from '#server/collections.ts'
import { openSqliteStore } from '#server/store/sqlite.ts'
import { buildClient } from '#server/testing/client-build.ts'
import { startGoogleStandIn } from '#server/testing/google-stand-in.ts'

import { seedMembers } from './members.ts'
import type { Figure } from './pages.ts'
import { startProductionServer } from './production-server.ts'

const FILL_COMPILE_CACHE = join(import.meta.dirname, '../tasks/fill-compile-cache.ts')
const MEMBERS = 60
const ROUNDS = 5
/** Milliseconds after which what the start left behind has been collected, and the jobs have run for the first time. */
const SETTLED_AFTER = 3_000

/**
 * How soon the image's server serves a new community, and what it takes: with the settings of `Dockerfile`, and with what
 * a start before has compiled. The median of some starts.
 */
export async function startFigures(): Promise<Figure[]> {
  await buildClient()
  const google = await startGoogleStandIn()
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const image = {
    NODE_COMPILE_CACHE: join(dataDir, 'compile-cache'),
    MALLOC_TRIM_THRESHOLD_: '131072',
    DRAIN_DELAY: '0',
  }
  await promisify(execFile)(process.execPath, [FILL_COMPILE_CACHE], { env: image })
  const store = openSqliteStore({ dataDir, secret: 'a secret of the benchmark', collections })
  await seedMembers(store, MEMBERS)
  await store.close()
  const rounds: { readyIn: number; resident: number }[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startProductionServer(
        { ...google, privateKey: google.idTokenKey.privateKey },
        dataDir,
        image,
      )
      await wait(SETTLED_AFTER)
      rounds.push({ readyIn: server.readyIn, resident: await server.residentBytes() })
      await server.stop()
    }
  } finally {
    google.close()
    await rm(dataDir, { recursive: true })
  }
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]!
  const figure = (name: string, value: number, unit: string, limit: number): Figure => ({
    name: `${name}, ${MEMBERS} members`,
    value: Math.round(value),
    unit,
    bound: 'at most',
    limit,
  })
  return [
    figure('start until ready', median(rounds.map(({ readyIn }) => readyIn)), 'ms', 1_000),
    figure(
      'resident memory after the start',
      median(rounds.map(({ resident }) => resident)) / 2 ** 20,
      'MB',
      130,
    ),
  ]
}
