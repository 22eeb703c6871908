/** Filled by boot.ts until the error log takes over. */
interface EarlyErrors {
  /** Returns the collected events, and stops listening. */
  take: () => Event[]
}

/** Path of a file that is never part of the script. */
declare module '*?no-inline' {
  const path: string
  export default path
}

declare var earlyErrors: EarlyErrors | undefined

/** Calls that boot.ts has sent, by URL. */
declare var earlyReads: Map<string, Promise<Response | undefined>> | undefined
