import { randomUUID } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

import { HOUR } from '#shared/lib/durations.ts'
import type { Clock } from '#server/lib/clock.ts'

/** The number of builds that are kept of each language. */
const MAX_BUILDS = 20
/** The id of the build in one language. */
const BUILT = /^build(?:-[\w-]+)?\.json$/
const BUILD = /^[\da-f]{16}$/
/** Prefix of folders that are being added or removed, which must not be read. */
const TEMPORARY = '.source-maps-'
/** Milliseconds after which a temporary folder counts as abandoned by its server. */
const ABANDONED_AFTER = HOUR

interface Options {
  /**
   * The output of `npm run build`: `build.json` has the id of the build, `build-<language>.json` that of another
   * language, and `source-maps/<id>` has its maps.
   */
  dist: string
  /** Folder that keeps the maps of all builds. */
  folder: string
  clock: Clock
}

/**
 * Adds the source maps of this server's builds, one for each language, to those of earlier ones, and keeps the 20
 * that were started last. Is safe to run concurrently: builds appear and disappear as a whole.
 * @throws the system's error when the folder is not writable
 */
export async function keepSourceMaps({ dist, folder, clock }: Options): Promise<void> {
  const now = clock()
  const builds = await buildsIn(dist)
  await mkdir(folder, { recursive: true })
  const names = await readdir(folder)
  for (const build of builds) {
    if (!names.includes(build))
      await add({ from: join(dist, 'source-maps', build), to: join(folder, build), folder })
    // Builds are ordered by this time: after a rollback, a build is new again.
    await utimes(join(folder, build), now / 1_000, now / 1_000)
  }

  const kept = await Promise.all(
    names.map(async (name) => ({ name, startedAt: await changedAt(join(folder, name)) })),
  )
  const others = kept.filter(({ name }) => BUILD.test(name) && !builds.includes(name))
  const oldest = others
    .toSorted((one, other) => other.startedAt - one.startedAt)
    .slice((MAX_BUILDS - 1) * builds.length)
  const abandoned = kept.filter(
    ({ name, startedAt }) => name.startsWith(TEMPORARY) && startedAt < now - ABANDONED_AFTER,
  )
  for (const { name } of [...oldest, ...abandoned]) await remove(name, folder)
}

async function buildsIn(dist: string) {
  const files = (await readdir(dist)).filter((name) => BUILT.test(name))
  return Promise.all(
    files.map(async (name) => {
      const { build } = JSON.parse(await readFile(join(dist, name), 'utf8')) as { build: string }
      return build
    }),
  )
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

/** Renamed first, so that no reader finds half a build. */
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

/** Epoch milliseconds. A file that has disappeared counts as infinitely old. */
const changedAt = async (path: string) => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
