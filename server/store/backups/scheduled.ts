import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { HOUR } from '#shared/lib/durations.ts'
import type { Clock } from '#server/lib/clock.ts'

interface Deps {
  settings: {
    folder: string
    /** Hours between backups. */
    everyHours: number
    /** Number of backups that are kept. */
    keep: number
  }
  clock: Clock
  /** Creates a backup. Runs in a separate process, because checking a large one takes seconds. */
  backUpTo: (file: string) => Promise<void>
  log: { info: (fields: object, message: string) => void }
}

const NAME = /^guildhall-\d{8}T\d{6}Z\.backup(\.[\w-]+\.part)?$/
const isWhole = (name: string) => !name.endsWith('.part')
/** An unfinished file of a process that was killed. A file of the current period may still be written to. */
const isCutOffBefore = (present: string) => (name: string) => !isWhole(name) && name < present

/**
 * Creates a backup in each period that has none yet, also where several processes share the folder. Once there are more
 * than `keep`, deletes the oldest of those that it has created.
 */
export function createScheduledBackups({ settings, clock, backUpTo, log }: Deps) {
  const { folder, everyHours, keep } = settings
  const names = async () => {
    const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    return entries.filter((name) => NAME.test(name)).toSorted()
  }

  return async function backUpWhenDue(): Promise<void> {
    const period = everyHours * HOUR
    const name = nameOf(Math.floor(clock() / period) * period)
    if ((await names()).includes(name)) return
    await backUpTo(join(folder, name))
    const made = await names()
    const deleted = [...made.filter(isWhole).slice(0, -keep), ...made.filter(isCutOffBefore(name))]
    for (const old of deleted) await rm(join(folder, old), { force: true })
    log.info({ file: join(folder, name), deleted }, 'backup created')
  }
}

/** Named by the start of the period, so that names sort by time. */
const nameOf = (time: number) =>
  `guildhall-${new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`
