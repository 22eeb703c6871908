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
