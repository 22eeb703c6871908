export type Phase = 'starting' | 'serving' | 'draining'

/** Where the process stands between its start and its end; only ever moves forward. */
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
