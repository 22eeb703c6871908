import type { Clock } from './clock.ts'

/** How a scheduled job has done in this process. */
export interface JobRun {
  name: string
  /** Milliseconds from the end of one run to the start of the next. */
  every: number
  succeeded: number
  failed: number
  /** Epoch milliseconds of the last success; before the first, of the start. */
  succeededAt: number
}

/** Milliseconds. The alert rule `JobOverdue` has the same. */
const PATIENCE = 10 * 60_000

export type JobRuns = ReturnType<typeof createJobRuns>

/** Remembers how scheduled jobs have done. */
export function createJobRuns(clock: Clock) {
  const runs = new Map<string, JobRun>()
  return {
    scheduled({ name, every }: { name: string; every: number }) {
      runs.set(name, { name, every, succeeded: 0, failed: 0, succeededAt: clock() })
    },
    succeeded(name: string) {
      const run = runs.get(name)
      if (run) runs.set(name, { ...run, succeeded: run.succeeded + 1, succeededAt: clock() })
    },
    failed(name: string) {
      const run = runs.get(name)
      if (run) runs.set(name, { ...run, failed: run.failed + 1 })
    },
    all: (): readonly JobRun[] => [...runs.values()],
    /** Names of jobs without a success for ten minutes and twice their interval: they fail, or one run does not end. */
    overdue: (): readonly string[] =>
      [...runs.values()]
        .filter(({ every, succeededAt }) => clock() - succeededAt > PATIENCE + 2 * every)
        .map(({ name }) => name),
  }
}
