import { API_VERSION, CLIENT_VERSION_HEADER, STALE_CLIENT } from '#shared/constants.ts'
import type { Problem } from '#shared/problem.ts'

import { logApiError } from './error-log/error-log.ts'
import { createObservable } from './observable.ts'
import { parseRetryAfter } from './offline-queue/backoff.ts'

/** Whether the server answered the last request. The connection banner shows it. */
export const reachable = createObservable(true)

/** Whether the server has refused this page because it was built for another version of the API. Only a reload helps. */
export const outdated = createObservable(false)

/** An error response of the server. `message` may be shown to people. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly status: number
  /** Stable and in snake_case: for decisions in code. */
  readonly code: string
  readonly title: string
  readonly detail: string | undefined
  /** Field name (dotted path) to what is wrong with it. */
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly requestId: string | undefined
  /** When the server asked to be tried again, in milliseconds from the answer; 0 if it did not say. */
  readonly retryAfter: number

  constructor(problem: Pick<Problem, 'status' | 'code' | 'title'> & Partial<Problem>, retryAfter = 0) {
    super(problem.title)
    this.status = problem.status
    this.code = problem.code
    this.title = problem.title
    this.detail = problem.detail
    this.fields = problem.fields
    this.requestId = problem.requestId
    this.retryAfter = retryAfter
  }
}

/** Whether the server refused the call because this page is out of date. */
export const isStaleClient = (error: unknown) => error instanceof ProblemError && error.code === STALE_CLIENT

/** No response: no network, or no server behind it. */
export class OfflineError extends Error {
  override name = 'OfflineError'

  constructor(options?: ErrorOptions) {
    super('Can’t reach the server. Check your connection and try again.', options)
  }
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON; a `Blob` as it is, under its own type. */
  body?: unknown
  signal?: AbortSignal
  /** Version that the edit started from; the server refuses with 412 when it is no longer the latest. */
  ifMatch?: number | string
  /** Repeating a request with the same key, after a lost response, creates only one thing. */
  idempotencyKey?: string
  /** Media type of the requested file. Returned as a `Blob`: as text it would lose its byte order mark. */
  file?: string
}

/** Resolves to true when there is a session again, so that the call is worth repeating. */
type RenewSession = () => Promise<boolean>
let renewSession: RenewSession | undefined

let membershipListener: (() => void) | undefined

/** Auth registers itself here: it needs `request`, so `request` cannot import it. */
export function onSessionMissing(renew: RenewSession) {
  renewSession = renew
}

/** @param listener called when a refusal shows that the person's membership has changed, such as to suspended */
export function onMembershipChanged(listener: () => void) {
  membershipListener = listener
}

/**
 * Calls our own server. A 401 leads to one silent renewal of the session and one repetition.
 * @throws ProblemError for an error answer, OfflineError for none, and the signal's reason when aborted
 */
export async function request<T = void>(url: string, options: RequestOptions = {}): Promise<T> {
  try {
    return await requestOnce<T>(url, options)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (error.status === 403 && error.code.startsWith('member_')) membershipListener?.()
    if (error.status !== 401 || !renewSession || !(await renewSession())) throw error
    return requestOnce<T>(url, options)
  }
}

/** As `request`, but a 401 is the answer: for the calls that make and end the session itself. */
export async function requestOnce<T = void>(url: string, options: RequestOptions = {}): Promise<T> {
  const wasReachable = reachable.get()
  try {
    return await read<T>(await send(url, options), options.file)
  } catch (error) {
    if (isStaleClient(error)) outdated.set(true)
    else if (isWorthLogging(error, wasReachable))
      logApiError(url, options.method ?? 'GET', statusOf(error), options.body, error)
    throw error
  }
}

/**
 * A refusal is expected, and so is being offline: neither is a defect. An outage is logged once, when it begins: its
 * retries would push every other error out of the log.
 */
function isWorthLogging(error: unknown, wasReachable: boolean) {
  if (error instanceof OfflineError) return navigator.onLine && wasReachable
  return error instanceof ProblemError && (error.status >= 500 || error.status === 400)
}

const statusOf = (error: unknown) => (error instanceof ProblemError ? error.status : 0)

async function send(
  url: string,
  { method = 'GET', body, signal, ifMatch, idempotencyKey, file }: RequestOptions,
) {
  const headers = new Headers({
    accept: file ?? 'application/json',
    [CLIENT_VERSION_HEADER]: String(API_VERSION),
  })
  if (method !== 'GET') headers.set('x-csrf', '1')
  if (body !== undefined) headers.set('content-type', body instanceof Blob ? body.type : 'application/json')
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`)
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  try {
    const response = await fetch(url, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    reachable.set(!isOutage(response))
    return response
  } catch (cause) {
    if (signal?.aborted) throw cause
    reachable.set(false)
    throw new OfflineError({ cause })
  }
}

/** A load balancer answers for a missing server with its own page; our own 503 is a problem document. */
const isOutage = (response: Response) => [502, 503, 504].includes(response.status) && !isProblem(response)

const isProblem = (response: Response) =>
  response.headers.get('content-type')?.startsWith('application/problem+json') ?? false

async function read<T>(response: Response, file: string | undefined): Promise<T> {
  if (!response.ok) throw await problemOf(response)
  if (response.status === 204) return undefined as T
  try {
    return (file === undefined ? await response.json() : await readFile(response, file)) as T
  } catch (cause) {
    // Cut off on the way, or the sign-in page of a public network: in either case not our response.
    throw new OfflineError({ cause })
  }
}

async function readFile(response: Response, type: string) {
  const content = await response.blob()
  if (!content.type.startsWith(type)) throw new TypeError(`The answer is ${content.type}, not ${type}.`)
  return content
}

async function problemOf(response: Response) {
  if (isProblem(response)) {
    const retryAfter = parseRetryAfter(response.headers.get('retry-after'), Date.now())
    return new ProblemError((await response.json()) as Problem, retryAfter)
  }
  if (isOutage(response)) return new OfflineError()
  return new ProblemError({
    status: response.status,
    code: 'unexpected_answer',
    title: 'Something went wrong on our side. Try again.',
  })
}
