/** Filled by boot.ts, emptied by the error log. */
interface EarlyErrors {
  events: (ErrorEvent | PromiseRejectionEvent)[]
  stop: () => void
}

declare var earlyErrors: EarlyErrors | undefined
