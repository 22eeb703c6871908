import { statfs } from 'node:fs/promises'

import type { ServiceProblem } from '#shared/admin-overview.ts'

import type { Clock } from './clock.ts'
import { startDeadline } from './deadline.ts'
import type { LogStatus } from './log-sink.ts'
import { rememberFor } from './probes.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** Milliseconds for which a result is reused: counting emails costs reads of the store. */
const REMEMBERED = 10 * SECOND
/** Milliseconds that the store may take: load balancers wait for the answer. */
const PATIENCE = 1_000
/** The alert rules in `server/deploy/` have the same. */
const LONGEST_LAG = MINUTE
const LONGEST_WAIT = 10 * MINUTE
/** Of the size of the disk, and in bytes: the smaller of the two decides. */
const LEAST_FREE = { share: 0.1, bytes: 1024 ** 3 }

interface DiskSpace {
  freeBytes: number
  sizeBytes: number
}

/** How this replica is doing: what to look at before anybody notices. */
export interface ServiceState {
  /** Each kind, and whether there is one. */
  problems: Readonly<Record<ServiceProblem, boolean>>
  log: LogStatus
  /** Of the disk with the data that is filled most. Absent where no data is on a disk. */
  disk: DiskSpace | undefined
  /** Milliseconds, by collection. */
  feedLags: Readonly<Record<string, number>>
  /** Notifications that wait to be delivered; the age of the oldest in milliseconds. */
  outbox: { entries: number; oldestAge: number }
  /** Absent where no emails are sent, and while the store does not answer. `overdue`: milliseconds. */
  emails: { queued: number; overdue: number } | undefined
}

interface Deps {
  clock: Clock
  log: () => LogStatus
  /** Absent where no data is on a disk. */
  diskSpace: (() => Promise<DiskSpace>) | undefined
  feedLags: () => Readonly<Record<string, number>>
  /** From memory. `oldestAt`: ISO instant. */
  outbox: () => { entries: number; oldestAt?: string }
  /** Absent where no emails are sent. `dueSince`: ISO instant of the one that is due first. */
  emailQueue: (() => Promise<{ queued: number; dueSince?: string }>) | undefined
  /** Names of scheduled jobs that have not succeeded for too long. */
  overdueJobs: () => readonly string[]
}

/** Costs two reads of the store, at most every ten seconds. Never rejects: what cannot be read is left out. */
export function createServiceState(deps: Deps) {
  const { clock, log, diskSpace, feedLags, outbox, emailQueue, overdueJobs } = deps
  const age = (instant?: string) => (instant === undefined ? 0 : Math.max(clock() - Date.parse(instant), 0))

  return rememberFor(REMEMBERED, clock, async (): Promise<ServiceState> => {
    // Without a disk or a store, `/health/ready` says so already.
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
        read_models_behind: Object.values(lags).some((lag) => lag > LONGEST_LAG),
        notifications_stuck: waiting.oldestAge > LONGEST_WAIT,
        emails_stuck: emails !== undefined && emails.overdue > LONGEST_WAIT,
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
  (Object.keys(problems) as ServiceProblem[]).filter((name) => problems[name])

const isAlmostFull = ({ freeBytes, sizeBytes }: DiskSpace) =>
  freeBytes < Math.min(LEAST_FREE.share * sizeBytes, LEAST_FREE.bytes)

const inTime = <T>(reading: Promise<T>) =>
  startDeadline(PATIENCE, () => new Error('The store took too long.'))(reading)

/**
 * What is left for users other than root on the disk that is filled most. Folders that do not exist are left out.
 * @throws Error where none exists
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
