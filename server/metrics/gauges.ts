import { Counter, Gauge, type Registry } from 'prom-client'

import type { JobRun } from '#server/lib/job-runs.ts'
import type { ServiceState } from '#server/lib/service-state.ts'

/** What is read when somebody asks, instead of being counted. */
export interface Sources {
  state: () => Promise<ServiceState>
  /** By name of a dependency that cannot be used, the kind of its failure. */
  failing: () => Promise<Readonly<Record<string, string>>>
  /** Names of all dependencies. */
  dependencies: readonly string[]
  isServing: () => boolean
  /** Entries in memory, by read model. */
  sizes: () => Promise<Readonly<Record<string, number>>>
  /** Of the file that views are in. */
  viewsBytes: () => number | undefined
  openStreams: () => number
  /** Scheduled jobs of this process. */
  jobRuns: { all: () => readonly JobRun[] }
}

const seconds = (milliseconds: number) => milliseconds / 1_000

/** @returns reads all of them anew */
export function createGauges(registry: Registry, sources: Sources): () => Promise<void> {
  const gauge = <L extends string = never>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name: `guildhall_${name}`, help, labelNames, registers: [registry] })

  const ready = gauge('ready', '1 while this replica takes requests: as /health/ready says.')
  const up = gauge('dependency_up', '1 while this replica can use it.', 'dependency')
  const problem = gauge('problem', '1 for each that /health/ready and admins are shown.', 'problem')
  const logBytes = gauge('log_waiting_bytes', 'Bytes of the log that nobody has read yet.')
  const logRefused = gauge('log_refused', '1 while the kernel refuses what is logged.')
  const logLost = new Counter({
    name: 'guildhall_log_lines_lost_total',
    help: 'Lines of the server that could not be logged.',
    registers: [registry],
  })
  const diskFree = gauge(
    'data_disk_free_bytes',
    'Free on the disk of DATA_DIR, IMAGES_DIR or BACKUP_DIR that is filled most.',
  )
  const diskSize = gauge('data_disk_size_bytes', 'Size of that disk.')
  const lag = gauge('read_model_lag_seconds', 'How long the latest change took to arrive.', 'collection')
  const entries = gauge('read_model_entries', 'How many there are.', 'model')
  const viewsBytes = gauge('views_file_bytes', 'Size of the file that views are in.')
  const outbox = gauge('outbox_entries', 'Happenings whose notifications are not delivered yet.')
  const outboxAge = gauge('outbox_oldest_age_seconds', 'Age of the oldest of them; 0 when there is none.')
  const queued = gauge('emails_queued', 'Emails to be sent, also later. Only where emails are sent.')
  const overdue = gauge('emails_overdue_seconds', 'How long the email that is due first has been due.')
  const jobRuns = new Counter({
    name: 'guildhall_job_runs_total',
    help: 'Runs of scheduled jobs that have ended.',
    labelNames: ['name', 'outcome'],
    registers: [registry],
  })
  const jobSuccess = gauge(
    'job_last_success_timestamp_seconds',
    'When a scheduled job last succeeded here; before the first time, when the server started.',
    'name',
  )
  const jobInterval = gauge(
    'job_interval_seconds',
    'From the end of a run of a scheduled job to the start of the next.',
    'name',
  )
  const streams = gauge('event_streams_open', 'Browsers that are told about new notifications.')

  return async () => {
    // Before, the read models are still being read.
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
    // Counted by the log itself.
    logLost.reset()
    logLost.inc(state.log.lostLines)
    if (state.disk) {
      diskFree.set(state.disk.freeBytes)
      diskSize.set(state.disk.sizeBytes)
    }
    // What has not changed for long has none any more.
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
    // Counted by the jobs themselves.
    jobRuns.reset()
    for (const { name, every, succeeded, failed, succeededAt } of sources.jobRuns.all()) {
      jobRuns.inc({ name, outcome: 'succeeded' }, succeeded)
      jobRuns.inc({ name, outcome: 'failed' }, failed)
      jobSuccess.set({ name }, seconds(succeededAt))
      jobInterval.set({ name }, seconds(every))
    }
  }
}
