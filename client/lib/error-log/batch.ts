import type { ClientErrorBatch, ClientErrorEntry } from '#shared/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/constants.ts'

/** Of the batch around its entries, generously: five short texts, two numbers and their keys. */
const ENVELOPE_BYTES = 512
const ROOM = CLIENT_ERRORS.batchBytes - ENVELOPE_BYTES

/** Which page of which release is sending. */
export type Origin = Pick<ClientErrorBatch, 'tabId' | 'release' | 'build'>

type Posting = Pick<ClientErrorBatch, 'batchId' | 'sentAt' | 'dropped'>

/** An entry of the outbox. */
export interface Pending {
  key: string
  entry: ClientErrorEntry
  /** Of its JSON in UTF-8. */
  bytes: number
}

export const fitsABatch = ({ bytes }: Pending) => bytes <= ROOM

/** As many as one batch may hold, from the start. */
export function firstBatch(pending: readonly Pending[]): Pending[] {
  let left = ROOM
  const end = pending.findIndex(({ bytes }, index) => {
    left -= bytes
    const separators = index
    return index >= CLIENT_ERRORS.batchEntries || left < separators
  })
  return end === -1 ? [...pending] : pending.slice(0, end)
}

export const batchBody = (batch: readonly Pending[], origin: Origin, posting: Posting) =>
  JSON.stringify({
    v: 1,
    ...posting,
    ...origin,
    entries: batch.map(({ entry }) => entry),
  } satisfies ClientErrorBatch)
