/** Filled by boot.ts until the error log takes over. */
interface EarlyErrors {
  /** Hands over what was heard, and stops listening. */
  take: () => Event[]
}

declare var earlyErrors: EarlyErrors | undefined
