/** An entry as it was written to the log, for those who group it. Its texts are scrubbed and cut. */
export interface LoggedEntry {
  id: string
  fingerprint: string
  /** `TypeError`, … */
  errorType: string
  /** `error`, `crash`, `api`, … */
  caughtAs: string
  message: string
  /** An expected refusal: the screen of a page that the person may not see, or that does not exist. */
  isRefusal: boolean
  /** The message without what varies. */
  normalisedMessage: string
  /** As the browser sent it. */
  stack: string | undefined
  /** As the operator reads it. */
  readableStack: string | undefined
  symbolicated: boolean
  componentStack: string | undefined
  /** JSON. */
  metadata: string | undefined
  /** ISO instants by the server's clock, never in the future. */
  at: string
  lastAt: string
  /** How many repeats it stands for. */
  count: number
  path: string
  userAgent: string
  release: string
  build: string
  tabId: string
  requestId: string | undefined
  /** Of the verified session. To be hashed before it is stored. */
  userId: string | undefined
  /** Keyed hash of the network, of those without a session. */
  network: string | undefined
  /** Keyed hash of the email that the browser claims. */
  emailHash: string | undefined
}
