/** Filled by boot.ts until the error log takes over. */
interface EarlyErrors {
  /** Returns the collected events, and stops listening. */
  take: () => Event[]
}

declare var earlyErrors: EarlyErrors | undefined

/** Calls that boot.ts has sent, by URL. */
declare var earlyReads: Map<string, Promise<Response | undefined>> | undefined
