import { Type, type Static } from 'typebox'

import { CLIENT_ERRORS } from './constants.ts'

/** One error as the browser reports it. Limits are cut to by the sender and again by the server. */
export interface ClientErrorEntry {
  /** UUID made in the browser; sending an entry twice is harmless. */
  id: string
  /** Where it was caught: `error`, `unhandledrejection`, `route error`, `crash`, `api`, `boot`, … */
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
  /** How many repeats within the window this entry stands for. */
  count?: number
  lastAt?: string
  /** Of the failed API call, from its problem document. */
  requestId?: string
}

type Counts = Readonly<Record<string, number>>

export interface ClientErrorBatch {
  v: 1
  batchId: string
  sentAt: string
  tabId: string
  release: string
  /** Names the source maps that fit. */
  build: string
  /** Entries evicted or refused since the last acknowledged batch. */
  dropped: number
  /** The same by reason. Apart from the sum, which an older server expects. */
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
 * The envelope alone: entries are checked one by one, so that a bad one never takes its neighbours with it. Unknown
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
