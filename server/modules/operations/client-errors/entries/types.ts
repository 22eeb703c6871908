/** An entry as it was written to the log, for grouping. Its texts are scrubbed and cut. */
export interface LoggedEntry {
  id: string
  fingerprint: string
  /** For example `TypeError`. */
  errorType: string
  /** For example `error`, `crash` or `api`. */
  caughtAs: string
  message: string
  /**
   * Whether it is expected: the screen of a page that the person may not see, or that does not exist, or a call that
   * got no answer.
   */
  isRefusal: boolean
  /** The message without variable parts. */
  normalisedMessage: string
  /** The stack as the browser sent it. */
  stack: string | undefined
  /** The stack as the operator reads it. */
  readableStack: string | undefined
  symbolicated: boolean
  componentStack: string | undefined
  /** JSON. */
  metadata: string | undefined
  /** ISO instants by the server's clock, never in the future. */
  at: string
  lastAt: string
  /** Number of repeats that it represents. */
  count: number
  path: string
  userAgent: string
  release: string
  build: string
  tabId: string
  requestId: string | undefined
  /** User id of the verified session, which must be hashed before it is stored. */
  userId: string | undefined
  /** Keyed hash of the network, for senders without a session. */
  network: string | undefined
  /** Keyed hash of the email that the browser claims. */
  emailHash: string | undefined
}
