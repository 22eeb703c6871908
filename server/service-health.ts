import type { Config } from '#server/config.ts'
import type { NotificationService } from '#server/features/notifications/service.ts'
import type { NotificationStreams } from '#server/features/notifications/streams.ts'
import type { Identity } from '#server/identity/port.ts'
import type { Clock } from '#server/lib/clock.ts'
import { createJobRuns } from '#server/lib/job-runs.ts'
import type { LogSink } from '#server/lib/log-sink.ts'
import { createProbing } from '#server/lib/probes.ts'
import { createServiceState, fullestDiskOf, problemsIn } from '#server/lib/service-state.ts'
import type { Store } from '#server/store/port.ts'

interface Deps {
  config: Pick<Config, 'store' | 'dataDir' | 'imagesDir' | 'backups'>
  store: Store
  identity: Identity
  clock: Clock
  logSink: LogSink
}

interface Parts {
  notifications: Pick<NotificationService, 'undelivered'>
  notificationStreams: Pick<NotificationStreams, 'count'>
  /** Absent where no emails are sent. */
  emailQueue: (() => Promise<{ queued: number; dueSince?: string }>) | undefined
  members: { count: () => Promise<number> }
}

/** Constructs what tells how this replica is doing: to load balancers, to metrics and to admins. A part of `createServices`. */
export function createServiceHealth(
  { config, store, identity, clock, logSink }: Deps,
  { notifications, notificationStreams, emailQueue, members }: Parts,
) {
  const probes = { store: () => store.ping(), identity: () => identity.ping() }
  const jobRuns = createJobRuns(clock)
  const { store: kind, dataDir, imagesDir, backups } = config
  const folders = [kind === 'sqlite' ? dataDir : undefined, imagesDir, backups.folder]
  const written = folders.filter((folder) => folder !== undefined)
  const state = createServiceState({
    clock,
    log: logSink.status,
    diskSpace: written.length > 0 ? () => fullestDiskOf(written) : undefined,
    feedLags: store.feedLags,
    outbox: notifications.undelivered,
    emailQueue,
    overdueJobs: jobRuns.overdue,
  })
  return {
    dependencies: Object.keys(probes),
    failing: createProbing(probes, clock),
    state,
    /** In the words of `ServiceProblem`. */
    problems: async () => problemsIn(await state()),
    feedLags: store.feedLags,
    viewsBuilt: store.viewsBuilt,
    viewsBytes: store.viewsBytes,
    sizes: async () => ({ members: await members.count() }),
    openStreams: notificationStreams.count,
    /** Of the jobs that this process runs. */
    jobRuns,
  }
}
