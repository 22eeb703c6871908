import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { BackupSettings } from '#server/lib/backup-settings.ts'
import type { Clock } from '#server/lib/clock.ts'

interface Deps {
  settings: BackupSettings & { folder: string }
  clock: Clock
  /** Makes a backup. In a process of its own: to check a large one takes seconds. */
  backUpTo: (file: string) => Promise<void>
  log: { info: (fields: object, message: string) => void }
}

const HOUR = 60 * 60_000
const NAME = /^guildhall-\d{8}T\d{6}Z\.backup(\.[\w-]+\.part)?$/
const isWhole = (name: string) => !name.endsWith('.part')
/** Of a process that was killed. In the present period one may still be under way. */
const isCutOffBefore = (present: string) => (name: string) => !isWhole(name) && name < present

/**
 * Makes a backup in each period that has none yet, also where several processes use the folder, and deletes the oldest
 * of those that it has made once there are more than `keep`.
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
    log.info({ file: join(folder, name), deleted }, 'backup made')
  }
}

/** By the start of the period, so that the order of names is that of time. */
const nameOf = (time: number) =>
  `guildhall-${new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`
