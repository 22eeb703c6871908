import * as m from '#shared/lib/messages.ts'
import { STALE_CLIENT } from '#shared/lib/api-version.ts'
import type { Problem } from '#shared/lib/problem.ts'

/** An error response of the server. `message` may be shown to people. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly status: number
  /** Stable and in snake_case: for decisions in code. */
  readonly code: string
  readonly title: string
  /** Status text of the response; HTTP/2 sends none. */
  readonly statusText: string
  readonly detail: string | undefined
  /** Field name (dotted path) to what is wrong with it. */
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly requestId: string | undefined
  /** Milliseconds from the answer after which the server wants to be tried again; 0 if it named none. */
  readonly retryAfter: number

  constructor(
    problem: Pick<Problem, 'status' | 'code' | 'title'> & Partial<Problem>,
    { retryAfter = 0, statusText = '' } = {},
  ) {
    super(problem.title)
    this.status = problem.status
    this.code = problem.code
    this.title = problem.title
    this.statusText = statusText
    this.detail = problem.detail
    this.fields = problem.fields
    this.requestId = problem.requestId
    this.retryAfter = retryAfter
  }
}

/** Status of an error answer; 0 for any other error. */
export const statusOf = (error: unknown) => (error instanceof ProblemError ? error.status : 0)

/** Whether the server refused the call because this page is out of date. */
export const isStaleClient = (error: unknown) => error instanceof ProblemError && error.code === STALE_CLIENT

/** A failure whose `message` is for people. */
export class ExplainedError extends Error {
  override name = 'ExplainedError'
}

/**
 * No response of our server: no network, or a load balancer without a server behind it, whose answer is the cause.
 */
export class OfflineError extends ExplainedError {
  override name = 'OfflineError'

  constructor(options?: ErrorOptions, message = m.offline()) {
    super(message, options)
  }
}

/** No response before the deadline. */
export class DeadlineError extends OfflineError {
  override name = 'DeadlineError'

  constructor(options?: ErrorOptions) {
    super(options, m.deadline())
  }
}

/** Whether a repetition may succeed. After a deadline the person has waited long enough. */
export const isWorthRepeating = (error: unknown) =>
  error instanceof ProblemError
    ? error.status >= 500 && !isStaleClient(error)
    : error instanceof OfflineError && !(error instanceof DeadlineError)
