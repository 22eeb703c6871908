import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

import { collections, views } from '#server/collections.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'
import { buildClient } from '#server/tools/client-build.ts'
import { startGoogleStandIn } from '#server/testing/stand-ins/google-stand-in.ts'
import { buildServer } from '#server/tools/server-build.ts'

import { MEMORY_SETTINGS } from './memory-settings.ts'
import { seedMembers } from './members.ts'
import type { Figure } from './pages.ts'
import { startProductionServer } from './production-server.ts'

const FILL_COMPILE_CACHE = join(import.meta.dirname, '../tasks/fill-compile-cache.ts')
const FEW = 60
const MANY = 100_000
/** Only with `--million`: filling the store takes twenty minutes and 5 GB. */
const MAX_MEMBERS = 1_000_000
const ROUNDS = 3
const SECRET = 'a secret of the benchmark'
/** Milliseconds after which the garbage of the start has been collected, and the jobs have run for the first time. */
const SETTLED_AFTER = 3_000

/**
 * Measures how soon the image's server serves a new and a large community, and its memory, with the settings of
 * `Dockerfile` and the compile cache of an earlier start. The median of some starts.
 */
export async function startFigures(): Promise<Figure[]> {
  await buildClient()
  await buildServer()
  const google = await startGoogleStandIn()
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const image = {
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
    ...MEMORY_SETTINGS,
    DRAIN_DELAY: '0',
  }
  await promisify(execFile)(process.execPath, [FILL_COMPILE_CACHE], { env: image })

  async function start(dataDir: string) {
    const owner = { ...google, privateKey: google.idTokenKey.privateKey }
    const server = await startProductionServer(owner, dataDir, image)
    await wait(SETTLED_AFTER)
    const measured = { readyIn: server.readyIn, resident: await server.residentBytes() }
    await server.stop()
    return measured
  }

  async function startOften(
    name: string,
    dataDir: string,
    limits: { milliseconds: number; megabytes: number },
  ) {
    const rounds: Awaited<ReturnType<typeof start>>[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await start(dataDir))
    const median = (values: readonly number[]) => Math.round(values.toSorted((a, b) => a - b)[ROUNDS >> 1]!)
    const figure = (what: string, value: number, unit: string, limit: number): Figure => ({
      name: `${what}, ${name}`,
      value,
      unit,
      bound: 'at most',
      limit,
    })
    const resident = median(rounds.map(({ resident: bytes }) => bytes / 2 ** 20))
    return [
      figure('start until ready', median(rounds.map(({ readyIn }) => readyIn)), 'ms', limits.milliseconds),
      figure('resident memory of the built server', resident, 'MB', limits.megabytes),
    ]
  }

  try {
    const sizes = [
      { members: FEW, milliseconds: 1_000, megabytes: 130 },
      { members: MANY, milliseconds: 1_000, megabytes: 220 },
      { members: MAX_MEMBERS, milliseconds: 1_500, megabytes: 300 },
    ].slice(0, process.argv.includes('--million') ? 3 : 2)
    const figures: Figure[] = []
    for (const { members, ...limits } of sizes) {
      const name = `${members.toLocaleString('en')} members`
      const dataDir = await seeded(folder, members)
      figures.push(...(await startOften(name, dataDir, limits)))
      if (members === MANY) figures.push(await rebuildFigure(name, dataDir))
    }
    return figures
  } finally {
    google.close()
    await rm(folder, { recursive: true })
  }
}

/** Leaves views that the server would build again. */
async function rebuildFigure(name: string, dataDir: string): Promise<Figure> {
  const changed = views.map((view) => ({ ...view, revision: view.revision + 1 }))
  const startedAt = performance.now()
  const store = openSqliteStore({ dataDir, secret: SECRET, collections, views: changed })
  await store.views()
  const value = Math.round((performance.now() - startedAt) / 1_000)
  await store.close()
  return { name: `rebuild of all views, ${name}`, value, unit: 's', bound: 'at most', limit: 12 }
}

/** @returns the folder of a store with `members` members */
async function seeded(folder: string, members: number) {
  const dataDir = join(folder, String(members))
  const store = openSqliteStore({
    dataDir,
    secret: SECRET,
    collections,
    views,
    pageCache: 1_000,
  })
  await seedMembers(store, members)
  await store.close()
  return dataDir
}
