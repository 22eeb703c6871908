/**
 * What the parts of the server count. Each part declares the function that it calls, and `services.ts` passes it.
 * `prometheus.ts` is the one adapter; without a port for metrics, nothing is counted.
 */
export interface Metrics {
  /** Called once for each answer, also for refusals and for addresses that no route has. */
  answered(answer: Answer): void
  /** @param failure the store's own; what `work` threw is none */
  storeOperation(operation: StoreOperation, seconds: number, failure?: string): void
  /** Runs of a transaction's work beyond the first: it met other writers. */
  transactionRetried(times: number): void
  sessionChecked(result: SessionCheck): void
  clientErrors: ClientErrorCounts
  emailHandedOver(outcome: string): void
}

interface Answer {
  method: string
  /** The route's template, never an address. Undefined where no route matched. */
  route: string | undefined
  status: number
  seconds: number
}

/** Reads within a transaction are part of `transact`. */
export type StoreOperation = 'get' | 'get_many' | 'find' | 'count' | 'transact'

/** `remembered`: answered from memory. `unavailable`: it could not be known. */
type SessionCheck = 'remembered' | 'checked' | 'refused' | 'unavailable'

/** Each number is of entries, as one batch of a browser has them. */
interface ClientErrorCounts {
  received(receipt: { accepted: number; duplicate: number; rejected: readonly { code: string }[] }): void
  /** A whole batch. @param code of the problem that was answered */
  refused(code: string): void
  /** What the browser dropped, by its reasons. A claim: any client can send it. */
  lost(
    dropped: number,
    byReason: Readonly<Record<string, number>> | undefined,
    by: 'member' | 'visitor',
  ): void
  /** With repeats: beyond the limits of new groups. */
  ungrouped(count: number): void
  /** Reports that were no defects of ours, by kind. */
  noise(byKind: Readonly<Record<string, number>>): void
}
