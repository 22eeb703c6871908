import { Type, type Static } from 'typebox'

import { CLIENT_ERRORS } from './client-error-limits.ts'

/** One error as the browser reports it. The sender cuts texts to their limits, and the server again. */
export interface ClientErrorEntry {
  /** UUID made in the browser; sending an entry twice is harmless. */
  id: string
  /** Source of the error: `error`, `unhandledrejection`, `route error`, `crash`, `api`, `boot`, … */
  type: string
  message: string
  stack?: string
  componentStack?: string
  /** ISO instant by the browser's clock. */
  timestamp: string
  userAgent: string
  url: string
  metadata?: Record<string, unknown>
  /** The locally stored email: a claim, not proof. */
  userId?: string
  /** Number of repeats within the window that this entry represents. */
  count?: number
  lastAt?: string
  /** Id of the failed API call, from its problem document. */
  requestId?: string
}

type Counts = Readonly<Record<string, number>>

export interface ClientErrorBatch {
  v: 1
  batchId: string
  sentAt: string
  tabId: string
  release: string
  /** Identifies the matching source maps. */
  build: string
  /** Entries evicted or refused since the last acknowledged batch. */
  dropped: number
  /** The same by reason. Separate from the sum, which an older server expects. */
  droppedBy?: Counts
  /** Reports that were no defects of ours, by kind, since the last acknowledged batch. */
  noise?: Counts
  entries: ClientErrorEntry[]
}

const CountsSchema = Type.Record(Type.String({ pattern: '^[a-z_]{1,32}$' }), Type.Integer({ minimum: 0 }), {
  maxProperties: 20,
  additionalProperties: false,
})

/**
 * Only the envelope: entries are validated one by one, so that an invalid one never affects its neighbours. Unknown
 * keys are ignored: during a deploy the browser may run a newer release than the server.
 */
export const ClientErrorBatchSchema = Type.Object(
  {
    v: Type.Literal(1),
    batchId: Type.String({ format: 'uuid' }),
    sentAt: Type.String({ maxLength: 40 }),
    tabId: Type.String({ maxLength: 64 }),
    release: Type.String({ maxLength: CLIENT_ERRORS.releaseCharacters }),
    build: Type.String({ maxLength: 64 }),
    dropped: Type.Integer({ minimum: 0 }),
    droppedBy: Type.Optional(CountsSchema),
    noise: Type.Optional(CountsSchema),
    entries: Type.Array(Type.Unknown(), { minItems: 1, maxItems: CLIENT_ERRORS.batchEntries }),
  },
  { additionalProperties: true },
)

export const ClientErrorReceiptSchema = Type.Object({
  accepted: Type.Integer(),
  duplicate: Type.Integer(),
  rejected: Type.Array(
    Type.Object({
      index: Type.Integer(),
      id: Type.Optional(Type.String()),
      code: Type.String(),
    }),
  ),
})
export type ClientErrorReceipt = Static<typeof ClientErrorReceiptSchema>
