import { SECOND } from '#shared/lib/durations.ts'

/**
 * Milliseconds after the first signal. The process exits within 10 s: most of that is for pending requests, the rest for
 * the store and the log.
 */
export const SHUTDOWN = { cutConnections: 8.8 * SECOND, exit: 9.8 * SECOND }

type Phase = 'starting' | 'serving' | 'draining'

/** The phase of the process. It only moves forward. */
export interface Lifecycle {
  readonly phase: Phase
  serve(): void
  drain(): void
}

export function createLifecycle(): Lifecycle {
  let phase: Phase = 'starting'
  return {
    get phase() {
      return phase
    },
    serve() {
      if (phase === 'starting') phase = 'serving'
    },
    drain() {
      phase = 'draining'
    },
  }
}
