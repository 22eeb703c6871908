import { createJobRuns } from '#server/jobs/job-runs.ts'
import type { Outbox } from '#server/modules/operations/outbox/service.ts'
import type { Platform } from '#server/modules/platform.ts'

import { createHealthProbes } from './probes.ts'
import { createServiceState, fullestDiskOf, problemsIn } from './service-state.ts'
import { emailQueue, memberCount } from './queries.ts'

interface Deps extends Pick<Platform, 'store' | 'identity' | 'clock' | 'logSink'> {
  /** Undefined where no emails are sent. */
  mailer: Platform['mailer']
  config: Pick<Platform['config'], 'store' | 'dataDir' | 'imagesDir' | 'backups'>
  outbox: Outbox
}

/** Describes the state of this replica for load balancers, metrics and admins. */
export function createHealth({ config, store, identity, clock, logSink, mailer, outbox }: Deps) {
  let openStreams: (() => number) | undefined
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
    clockError: store.clockError,
    outbox: outbox.undelivered,
    emailQueue: mailer && (async () => emailQueue(await store.views())),
    overdueJobs: jobRuns.overdue,
  })
  return {
    dependencies: Object.keys(probes),
    failing: createHealthProbes(probes, clock),
    state,
    /** Problems by the names of `ServiceProblem`. */
    problems: async () => problemsIn(await state()),
    feedLags: store.feedLags,
    viewsBuilt: store.viewsBuilt,
    viewsBytes: store.viewsBytes,
    sizes: async () => ({ members: memberCount(await store.views()) }),
    openStreams: () => openStreams?.() ?? 0,
    /** A later module provides the number of streams. */
    countStreams: (count: () => number) => void (openStreams = count),
    /** Runs of this process's jobs. */
    jobRuns,
  }
}
