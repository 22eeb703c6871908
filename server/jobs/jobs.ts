import type { BaseLogger } from 'pino'

import type { JobRuns } from './job-runs.ts'

/** Scheduled work. Every replica runs it, so it must be safe to run concurrently. */
export interface Job {
  name: string
  /** Milliseconds from the end of one run to the start of the next. */
  every: number
  run: () => Promise<void>
}

export interface RunningJobs {
  /** Resolves once the runs in progress have ended. */
  stop(): Promise<void>
}

interface Deps {
  logger: Pick<BaseLogger, 'error'>
  runs: Pick<JobRuns, 'scheduled' | 'succeeded' | 'failed'>
}

/** A failed run is logged and repeated at its usual time. */
export function startJobs(jobs: readonly Job[], deps: Deps): RunningJobs {
  const running = jobs.map((job) => startJob(job, deps))
  return {
    async stop() {
      await Promise.all(running.map((stop) => stop()))
    },
  }
}

function startJob({ name, every, run }: Job, { logger, runs }: Deps) {
  let stopped = false
  let timer: NodeJS.Timeout
  let inProgress: Promise<void> = Promise.resolve()

  const runOnce = async () => {
    try {
      await run()
      runs.succeeded(name)
    } catch (error) {
      runs.failed(name)
      logger.error({ err: error, job: name }, 'job failed')
    }
    if (!stopped) wait()
  }
  const wait = () => {
    timer = setTimeout(() => (inProgress = runOnce()), every)
  }
  runs.scheduled({ name, every })
  wait()

  return () => {
    stopped = true
    clearTimeout(timer)
    return inProgress
  }
}
