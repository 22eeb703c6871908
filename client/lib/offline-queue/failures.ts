import { OfflineError, ProblemError } from '#client/lib/request-errors.ts'

const TRANSIENT_STATUSES = [401, 408, 425, 429]

/** Whether the server refused an entry for good. */
export const isFinal = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.status < 500 && !TRANSIENT_STATUSES.includes(error.status)

/** Whether the failure is temporary: offline, a timeout, or an answer that may soon change. */
export const isTransient = (error: unknown) =>
  error instanceof OfflineError ||
  (error instanceof ProblemError && !isFinal(error)) ||
  (error instanceof DOMException && error.name === 'TimeoutError')
