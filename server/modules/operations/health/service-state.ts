import { statfs } from 'node:fs/promises'

import { MINUTE, SECOND } from '#shared/lib/durations.ts'
import type { Clock } from '#server/lib/clock.ts'
import { startDeadline } from '#server/lib/concurrency/deadline.ts'
import type { LogStatus } from '#server/logging/log-sink.ts'
import type { DiskSpace, ServiceState } from '#server/metrics/port.ts'
import { MAX_CLOCK_ERROR } from '#server/store/port.ts'
import { keysOf } from '#shared/lib/records.ts'

import { rememberFor } from './probes.ts'

/** Milliseconds for which a result is reused: counting emails costs reads of the store. */
const CACHED_FOR = 10 * SECOND
/** Milliseconds that the store may take, because load balancers wait for the answer. */
const STORE_TIMEOUT = SECOND
/** The alert rules in `server/deploy/` use the same value. */
const MAX_LAG = MINUTE
const MAX_WAIT = 10 * MINUTE
/** Minimum free space as a share of the disk and in bytes: the smaller of the two decides. */
const MIN_FREE = { share: 0.1, bytes: 1024 ** 3 }

interface Deps {
  clock: Clock
  log: () => LogStatus
  /** Undefined when no data is on a disk. */
  diskSpace: (() => Promise<DiskSpace>) | undefined
  feedLags: () => Readonly<Record<string, number>>
  /** Milliseconds by which the clock is ahead of the store's, or behind if negative. */
  clockError: () => number
  /** Read from memory. `oldestAt` is an ISO instant. */
  outbox: () => { entries: number; oldestAt?: string }
  /** Undefined when no emails are sent. `dueSince` is the ISO instant of the one that is due first. */
  emailQueue: (() => Promise<{ queued: number; dueSince?: string }>) | undefined
  /** Names of scheduled jobs that have not succeeded for too long. */
  overdueJobs: () => readonly string[]
}

/**
 * Costs two reads of the store, at most every ten seconds. Never rejects: values that cannot be read are left out.
 */
export function createServiceState(deps: Deps) {
  const { clock, log, diskSpace, feedLags, clockError, outbox, emailQueue, overdueJobs } = deps
  const age = (instant?: string) => (instant === undefined ? 0 : Math.max(clock() - Date.parse(instant), 0))

  return rememberFor(CACHED_FOR, clock, async (): Promise<ServiceState> => {
    // `/health/ready` already reports a missing disk or store.
    const [disk, queue] = await Promise.all([
      diskSpace?.().catch(() => undefined),
      emailQueue && inTime(emailQueue()).catch(() => undefined),
    ])
    const { entries, oldestAt } = outbox()
    const waiting = { entries, oldestAge: age(oldestAt) }
    const emails = queue && { queued: queue.queued, overdue: age(queue.dueSince) }
    const logStatus = log()
    const lags = feedLags()
    return {
      problems: {
        log_refused: logStatus.refused,
        log_stalled: logStatus.stalled,
        disk_almost_full: disk !== undefined && isAlmostFull(disk),
        read_models_behind: Object.values(lags).some((lag) => lag > MAX_LAG),
        clock_wrong: Math.abs(clockError()) > MAX_CLOCK_ERROR,
        notifications_stuck: waiting.oldestAge > MAX_WAIT,
        emails_stuck: emails !== undefined && emails.overdue > MAX_WAIT,
        jobs_overdue: overdueJobs().length > 0,
      },
      log: logStatus,
      disk,
      feedLags: lags,
      outbox: waiting,
      emails,
    }
  })
}

export const problemsIn = ({ problems }: Pick<ServiceState, 'problems'>) =>
  keysOf(problems).filter((name) => problems[name])

const isAlmostFull = ({ freeBytes, sizeBytes }: DiskSpace) =>
  freeBytes < Math.min(MIN_FREE.share * sizeBytes, MIN_FREE.bytes)

const inTime = <T>(reading: Promise<T>) =>
  startDeadline(STORE_TIMEOUT, () => new Error('The store took too long.'))(reading)

/**
 * Space for users other than root on the fullest disk. Folders that do not exist are left out.
 * @throws Error when none exists
 */
export async function fullestDiskOf(folders: readonly string[]): Promise<DiskSpace> {
  const found = await Promise.allSettled(folders.map(diskSpaceOf))
  const disks = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  return disks.reduce((fullest, disk) => (freeShareOf(disk) < freeShareOf(fullest) ? disk : fullest))
}

const freeShareOf = ({ freeBytes, sizeBytes }: DiskSpace) => freeBytes / sizeBytes

async function diskSpaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}
