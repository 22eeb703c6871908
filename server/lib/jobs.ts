import type { BaseLogger } from 'pino'

/** What has to be done by itself as time passes. Every replica runs it, so it must bear company. */
export interface Job {
  name: string
  /** Milliseconds from the end of one run to the start of the next. */
  every: number
  run: () => Promise<void>
}

export interface RunningJobs {
  /** Resolves once what is under way has ended. */
  stop(): Promise<void>
}

/** A run that fails is logged, and comes again in its time. */
export function startJobs(jobs: readonly Job[], logger: Pick<BaseLogger, 'error'>): RunningJobs {
  const running = jobs.map((sweep) => startJob(sweep, logger))
  return {
    async stop() {
      await Promise.all(running.map((stop) => stop()))
    },
  }
}

function startJob({ name, every, run }: Job, logger: Pick<BaseLogger, 'error'>) {
  let stopped = false
  let timer: NodeJS.Timeout
  let underWay: Promise<void> = Promise.resolve()

  const runOnce = async () => {
    try {
      await run()
    } catch (error) {
      logger.error({ err: error, sweep: name }, 'a sweep failed')
    }
    if (!stopped) wait()
  }
  const wait = () => {
    timer = setTimeout(() => (underWay = runOnce()), every)
  }
  wait()

  return () => {
    stopped = true
    clearTimeout(timer)
    return underWay
  }
}
