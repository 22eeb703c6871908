import { MINUTE } from '#shared/lib/durations.ts'
import type { Clock } from '#server/lib/clock.ts'

/** Outcome of a scheduled job in this process. */
export interface JobRun {
  name: string
  /** Milliseconds from the end of one run to the start of the next. */
  every: number
  succeeded: number
  failed: number
  /** Epoch milliseconds of the last success, or of the start before the first one. */
  succeededAt: number
}

/** Milliseconds. The alert rule `JobOverdue` uses the same value. */
const OVERDUE_AFTER = 10 * MINUTE

export type JobRuns = ReturnType<typeof createJobRuns>

/** Records the outcome of scheduled jobs. */
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
    /**
     * Names of jobs without a success for ten minutes plus twice their interval: they fail, or a run does not end.
     */
    overdue: (): readonly string[] =>
      [...runs.values()]
        .filter(({ every, succeededAt }) => clock() - succeededAt > OVERDUE_AFTER + 2 * every)
        .map(({ name }) => name),
  }
}
