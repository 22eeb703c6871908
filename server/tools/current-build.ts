import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '../..')
const DIST = join(ROOT, 'dist')

interface Build<T extends string> {
  /** Patterns of files that it is made from. */
  inputs: readonly string[]
  /** Matches files among them that it does not contain. */
  except: RegExp
  /** Name within `dist` of the file that is there while it is made. */
  lock: string
  /** Name within `dist` of the file that says what this part was made from. */
  stampOf: (part: T) => string
  build: (missing: readonly T[]) => Promise<void>
}

/** Makes the parts of a build that are not current. Safe to call from many processes at once. */
export async function ensureBuilt<T extends string>(
  parts: readonly T[],
  { inputs, except, lock, stampOf, build }: Build<T>,
) {
  const outdated = async () => {
    const made = await fingerprint(inputs, except)
    const isCurrent = async (part: T) =>
      (await readFile(join(DIST, stampOf(part)), 'utf8').catch(() => undefined)) === made
    const current = await Promise.all(parts.map(isCurrent))
    return { made, missing: parts.filter((_, at) => !current[at]) }
  }
  if ((await outdated()).missing.length === 0) return
  await mkdir(DIST, { recursive: true })
  await acquire(join(DIST, lock))
  try {
    const { made, missing } = await outdated()
    await build(missing)
    for (const part of missing) await writeFile(join(DIST, stampOf(part)), made)
  } finally {
    await rm(join(DIST, lock), { force: true })
  }
}

async function fingerprint(inputs: readonly string[], except: RegExp) {
  const hash = createHash('sha256')
  const paths = await Array.fromAsync(glob(inputs, { cwd: ROOT }))
  for (const path of paths.toSorted()) {
    if (except.test(path)) continue
    const { mtimeMs, size } = await stat(join(ROOT, path))
    hash.update(`${path} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex')
}

/** The lock names its holder, so that a holder that was killed does not keep it for ever. */
async function acquire(lock: string) {
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''))
    if (holder && !isRunning(holder)) await rm(lock, { force: true })
    await wait(100)
  }
}

function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
