import type { ServiceProblem } from '#shared/admin/overview.ts'
import type { LogStatus } from '#server/logging/log-sink.ts'

/**
 * Counters of the server's parts. Each part declares the function that it calls, and `modules.ts` passes it.
 * `prometheus.ts` is the only adapter; without a port for metrics, nothing is counted.
 */
export interface Metrics {
  /** Called once for each answer, including refusals and answers to addresses without a route. */
  answered(answer: Answer): void
  /** @param failure a failure of the store itself; an error of `work` is none */
  storeOperation(operation: StoreOperation, seconds: number, failure?: string): void
  /** Repeated runs of a transaction's work, because of other writers. */
  transactionRetried(times: number): void
  sessionChecked(result: SessionCheck): void
  clientErrors: ClientErrorCounts
  emailHandedOver(outcome: string): void
}

interface Answer {
  method: string
  /** The route's template, never an address. Undefined when no route matched. */
  route: string | undefined
  status: number
  seconds: number
}

/** Reads within a transaction are part of `transact`. */
export type StoreOperation = 'get' | 'get_many' | 'find' | 'count' | 'transact'

/** `remembered`: answered from memory. `unavailable`: it could not be checked. */
type SessionCheck = 'remembered' | 'checked' | 'refused' | 'unavailable'

/** Counts entries in one batch of a browser. */
interface ClientErrorCounts {
  received(receipt: { accepted: number; duplicate: number; rejected: readonly { code: string }[] }): void
  /** A whole batch. @param code of the problem in the answer */
  refused(code: string): void
  /** Entries that the browser dropped, by reason. A claim: any client can send it. */
  lost(
    dropped: number,
    byReason: Readonly<Record<string, number>> | undefined,
    by: 'member' | 'visitor',
  ): void
  /** Entries, including repeats, beyond the limits of new groups. */
  ungrouped(count: number): void
  /** Reports that were no defects of ours, by kind. */
  noise(byKind: Readonly<Record<string, number>>): void
}

export interface DiskSpace {
  freeBytes: number
  sizeBytes: number
}

/** State of this replica: the problems that an operator should look at before anyone notices. */
export interface ServiceState {
  /** Whether there is a problem, by kind. */
  problems: Readonly<Record<ServiceProblem, boolean>>
  log: LogStatus
  /** The fullest disk with data. Undefined when no data is on a disk. */
  disk: DiskSpace | undefined
  /** Milliseconds, by collection. */
  feedLags: Readonly<Record<string, number>>
  /** Number of notifications that wait for delivery, and the age of the oldest in milliseconds. */
  outbox: { entries: number; oldestAge: number }
  /** Undefined when no emails are sent, and while the store does not answer. `overdue` is in milliseconds. */
  emails: { queued: number; overdue: number } | undefined
}
