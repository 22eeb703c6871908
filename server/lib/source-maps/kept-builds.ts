import { randomUUID } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

import type { Clock } from '#server/lib/clock.ts'

const MOST_BUILDS = 20
const BUILD = /^[\da-f]{16}$/
/** Of folders on their way in or out, which nobody reads. */
const TEMPORARY = '.source-maps-'
/** Milliseconds after which the server that made a temporary folder cannot be at it any more. */
const ABANDONED_AFTER = 60 * 60_000

interface Options {
  /** What `npm run build` writes: `build.json` has the id of the build, and `source-maps/<id>` its maps. */
  dist: string
  /** Where those of all builds are kept. */
  folder: string
  clock: Clock
}

/**
 * Adds the source maps of this server's build to those of earlier ones, and keeps the 20 that were started last. Is
 * safe to run concurrently: builds appear and disappear as a whole.
 * @throws the system's error where the folder cannot be written
 */
export async function keepSourceMaps({ dist, folder, clock }: Options): Promise<void> {
  const now = clock()
  const { build } = JSON.parse(await readFile(join(dist, 'build.json'), 'utf8')) as { build: string }
  await mkdir(folder, { recursive: true })
  const names = await readdir(folder)
  if (!names.includes(build))
    await add({ from: join(dist, 'source-maps', build), to: join(folder, build), folder })
  // By this time builds are ordered: one that is rolled back to is new again.
  await utimes(join(folder, build), now / 1_000, now / 1_000)

  const kept = await Promise.all(
    names.map(async (name) => ({ name, startedAt: await changedAt(join(folder, name)) })),
  )
  const others = kept.filter(({ name }) => BUILD.test(name) && name !== build)
  const oldest = others.toSorted((one, other) => other.startedAt - one.startedAt).slice(MOST_BUILDS - 1)
  const abandoned = kept.filter(
    ({ name, startedAt }) => name.startsWith(TEMPORARY) && startedAt < now - ABANDONED_AFTER,
  )
  for (const { name } of [...oldest, ...abandoned]) await remove(name, folder)
}

async function add({ from, to, folder }: { from: string; to: string; folder: string }) {
  const temporary = join(folder, `${TEMPORARY}${randomUUID()}`)
  try {
    await cp(from, temporary, { recursive: true })
    await rename(temporary, to)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    // Another server of this build was faster.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Renamed first, so that nobody finds half a build. */
async function remove(name: string, folder: string) {
  const temporary = join(folder, `${TEMPORARY}${randomUUID()}`)
  try {
    await rename(join(folder, name), temporary)
  } catch (error) {
    // Another server removed it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  await rm(temporary, { recursive: true, force: true })
}

/** Epoch milliseconds; what has gone meanwhile is as old as can be. */
const changedAt = async (path: string) => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
