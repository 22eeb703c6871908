import type { BaseLogger } from 'pino'

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

/** A failed run is logged and repeated at its usual time. */
export function startJobs(jobs: readonly Job[], logger: Pick<BaseLogger, 'error'>): RunningJobs {
  const running = jobs.map((job) => startJob(job, logger))
  return {
    async stop() {
      await Promise.all(running.map((stop) => stop()))
    },
  }
}

function startJob({ name, every, run }: Job, logger: Pick<BaseLogger, 'error'>) {
  let stopped = false
  let timer: NodeJS.Timeout
  let inProgress: Promise<void> = Promise.resolve()

  const runOnce = async () => {
    try {
      await run()
    } catch (error) {
      logger.error({ err: error, job: name }, 'job failed')
    }
    if (!stopped) wait()
  }
  const wait = () => {
    timer = setTimeout(() => (inProgress = runOnce()), every)
  }
  wait()

  return () => {
    stopped = true
    clearTimeout(timer)
    return inProgress
  }
}
