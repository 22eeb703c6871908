import { Counter, Gauge, type Registry } from 'prom-client'

import type { JobRun } from '#server/jobs/job-runs.ts'

import type { ServiceState } from './port.ts'

/** Values that are read on each scrape, instead of being counted. */
export interface Sources {
  state: () => Promise<ServiceState>
  /** The kind of failure of each dependency that cannot be used, by its name. */
  failing: () => Promise<Readonly<Record<string, string>>>
  /** Names of all dependencies. */
  dependencies: readonly string[]
  isServing: () => boolean
  /** Entries in memory, by read model. */
  sizes: () => Promise<Readonly<Record<string, number>>>
  /** Size of the file with the views. */
  viewsBytes: () => number | undefined
  openStreams: () => number
  /** Scheduled jobs of this process. */
  jobRuns: { all: () => readonly JobRun[] }
}

const seconds = (milliseconds: number) => milliseconds / 1_000

/** @returns a function that reads all of them again */
export function createGauges(registry: Registry, sources: Sources): () => Promise<void> {
  const gauge = <L extends string = never>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name: `guildhall_${name}`, help, labelNames, registers: [registry] })

  const ready = gauge('ready', '1 while `/health/ready` answers 200.')
  const up = gauge(
    'dependency_up',
    '1 while this replica can use the dependency: `store`, `identity`.',
    'dependency',
  )
  const problem = gauge('problem', '1 for each problem that `/health/ready` reports.', 'problem')
  const logBytes = gauge('log_waiting_bytes', 'Bytes of the log that its reader has not taken yet.')
  const logRefused = gauge('log_refused', '1 while the kernel refuses what is logged, as on a full disk.')
  const logLost = new Counter({
    name: 'guildhall_log_lines_lost_total',
    help: 'Server log lines that could not be written.',
    registers: [registry],
  })
  const diskFree = gauge(
    'data_disk_free_bytes',
    'Free bytes on the fullest disk of `DATA_DIR` (SQLite), `IMAGES_DIR` and `BACKUP_DIR`.',
  )
  const diskSize = gauge('data_disk_size_bytes', 'Size of the fullest disk of these folders.')
  const lag = gauge(
    'read_model_lag_seconds',
    'Firestore: delay of the last heartbeat, or time for which changes may have been missed.',
    'collection',
  )
  const entries = gauge('read_model_entries', 'Entries of the read models in memory.', 'model')
  const viewsBytes = gauge(
    'views_file_bytes',
    'Size of the file with the views: the store’s own with SQLite, the process’s with Firestore.',
  )
  const outbox = gauge(
    'outbox_entries',
    'Events whose notifications are not delivered yet. The same on all replicas.',
  )
  const outboxAge = gauge(
    'outbox_oldest_age_seconds',
    'Age of the oldest event whose notifications are not delivered yet; 0 when there is none.',
  )
  const queued = gauge(
    'emails_queued',
    'Emails that are waiting to be sent, including those due later. The same on all replicas; absent without `SMTP_URL`.',
  )
  const overdue = gauge(
    'emails_overdue_seconds',
    'Time since the earliest due email was due. The same on all replicas.',
  )
  const jobRuns = new Counter({
    name: 'guildhall_job_runs_total',
    help: 'Runs of scheduled jobs that have ended: `succeeded`, `failed`.',
    labelNames: ['name', 'outcome'],
    registers: [registry],
  })
  const jobSuccess = gauge(
    'job_last_success_timestamp_seconds',
    'Time of the last success of a scheduled job on this replica; initially the start of the server.',
    'name',
  )
  const jobInterval = gauge(
    'job_interval_seconds',
    'Time from the end of a run of a scheduled job to the start of the next.',
    'name',
  )
  const streams = gauge(
    'event_streams_open',
    'Open event streams, one for each browser of a member who is online.',
  )

  return async () => {
    // Read models are still being loaded before that.
    const isServing = sources.isServing()
    const [state, failing, sizes] = await Promise.all([
      sources.state(),
      sources.failing(),
      isServing ? sources.sizes() : ({} as Readonly<Record<string, number>>),
    ])
    const isReady = isServing && Object.keys(failing).length === 0
    ready.set(Number(isReady))
    for (const dependency of sources.dependencies) up.set({ dependency }, Number(!(dependency in failing)))
    for (const [name, isPresent] of Object.entries(state.problems)) {
      problem.set({ problem: name }, Number(isPresent))
    }
    logBytes.set(state.log.waitingBytes)
    logRefused.set(Number(state.log.refused))
    // The log counts these itself.
    logLost.reset()
    logLost.inc(state.log.lostLines)
    if (state.disk) {
      diskFree.set(state.disk.freeBytes)
      diskSize.set(state.disk.sizeBytes)
    }
    lag.reset()
    for (const [collection, value] of Object.entries(state.feedLags)) lag.set({ collection }, seconds(value))
    for (const [model, size] of Object.entries(sizes)) entries.set({ model }, size)
    viewsBytes.set(sources.viewsBytes() ?? 0)
    outbox.set(state.outbox.entries)
    outboxAge.set(seconds(state.outbox.oldestAge))
    if (state.emails) {
      queued.set(state.emails.queued)
      overdue.set(seconds(state.emails.overdue))
    }
    streams.set(sources.openStreams())
    // The jobs count these themselves.
    jobRuns.reset()
    for (const { name, every, succeeded, failed, succeededAt } of sources.jobRuns.all()) {
      jobRuns.inc({ name, outcome: 'succeeded' }, succeeded)
      jobRuns.inc({ name, outcome: 'failed' }, failed)
      jobSuccess.set({ name }, seconds(succeededAt))
      jobInterval.set({ name }, seconds(every))
    }
  }
}
