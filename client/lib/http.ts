import * as m from '#shared/lib/messages.ts'
import { API_VERSION, CLIENT_VERSION_HEADER } from '#shared/lib/api-version.ts'
import { DATA_CACHE, DEADLINES } from '#shared/lib/request-limits.ts'
import type { Problem } from '#shared/lib/problem.ts'

import { earlyAnswer } from './early-reads.ts'
import { logApiError } from './error-log/error-log.ts'
import { createObservable } from './observable.ts'
import { parseRetryAfter } from './storage/backoff.ts'
import {
  DeadlineError,
  isStaleClient,
  isWorthRepeating,
  OfflineError,
  ProblemError,
  statusOf,
} from './request-errors.ts'

/** Whether the server answered the last request. The connection banner shows it. */
export const reachable = createObservable(true)

/** Whether the server has refused this page because it was built for another version of the API. Only a reload helps. */
export const outdated = createObservable(false)

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON; a `Blob` as it is, under its own type. */
  body?: unknown
  signal?: AbortSignal
  /**
   * Shared by several requests that are one step to the person. By default each has its own: 15 s to read, 30 s to
   * write.
   */
  deadline?: AbortSignal
  /** Version that the edit started from; the server refuses with 412 when it is no longer the latest. */
  ifMatch?: number | string
  /** Repeating a request with the same key, after a lost response, creates only one thing. */
  idempotencyKey?: string
  /**
   * Id of the person who makes the call. It is not sent once another person is signed in. By default the one who is
   * signed in when it begins.
   */
  uid?: string | undefined
  /** Media type of the requested file. Returned as a `Blob`: as text it would lose its byte order mark. */
  file?: string
}

/**
 * Milliseconds. Browsers abort the requests of a page that the person leaves, which looks like an unreachable
 * server.
 */
const OUTAGE_LOGGED_AFTER = 500

/** Resolves to true when there is a session again, so that the call is worth repeating. */
type RenewSession = () => Promise<boolean>
let renewSession: RenewSession | undefined
let signedInUid = (): string | undefined => undefined

let membershipListener: (() => void) | undefined

/**
 * Auth registers itself here: it needs `call`, so `call` cannot import it.
 * @param uid id of the person who is signed in in this browser, if it is known
 */
export function onSessionMissing(renew: RenewSession, uid: typeof signedInUid = () => undefined) {
  renewSession = renew
  signedInUid = uid
}

/** @param listener called when a refusal shows that the person's membership has changed, such as to suspended */
export function onMembershipChanged(listener: () => void) {
  membershipListener = listener
}

/**
 * Calls our own server. A 401 leads to one silent renewal of the session and one repetition. A write is repeated once
 * after 5xx or no answer, so every write must be idempotent or have a key.
 * @throws ProblemError for an error answer, OfflineError for none, and the signal's reason when aborted
 */
export async function call(url: string, options: CallOptions = {}): Promise<unknown> {
  const limited = withDeadline({ uid: signedInUid(), ...options })
  try {
    return await callOnce(url, limited)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (error.status === 403 && error.code.startsWith('member_')) membershipListener?.()
    if (error.status !== 401 || !renewSession) throw error
    if (!(await inTime(renewSession(), limited.deadline))) throw error
    return callOnce(url, limited)
  }
}

/** Like `call`, but a 401 is the answer: for the calls that start and end the session itself. */
export async function callOnce(url: string, options: CallOptions = {}): Promise<unknown> {
  const wasReachable = reachable.get()
  try {
    return await repeatWrite(url, withDeadline(options))
  } catch (error) {
    if (isStaleClient(error)) outdated.set(true)
    else if (isWorthLogging(error, wasReachable)) {
      const log = () => logApiError(url, options.method ?? 'GET', statusOf(error), options.body, error)
      if (error instanceof OfflineError) setTimeout(log, OUTAGE_LOGGED_AFTER)
      else log()
    }
    throw error
  }
}

type Limited = CallOptions & Required<Pick<CallOptions, 'deadline'>>

const withDeadline = (options: CallOptions): Limited => ({
  ...options,
  deadline: options.deadline ?? AbortSignal.timeout(isRead(options) ? DEADLINES.read : DEADLINES.write),
})

const isRead = ({ method = 'GET' }: CallOptions) => method === 'GET'

const inTime = <T>(work: Promise<T>, deadline: AbortSignal) =>
  new Promise<T>((resolve, reject) => {
    const pass = () => reject(new DeadlineError())
    if (deadline.aborted) pass()
    else deadline.addEventListener('abort', pass, { once: true })
    work.then(resolve, reject)
  })

/** The query cache repeats reads itself. */
async function repeatWrite(
  url: string,
  options: Limited,
  repeats = isRead(options) ? 0 : DATA_CACHE.mutationRetries,
): Promise<unknown> {
  try {
    return await exchange(url, options)
  } catch (error) {
    if (repeats === 0 || !isWorthRepeating(error)) throw error
    await new Promise((resolve) => void setTimeout(resolve, DATA_CACHE.firstRetryDelay))
    return repeatWrite(url, options, repeats - 1).catch((again: unknown) => {
      // The first attempt deleted it.
      if (options.method !== 'DELETE' || statusOf(again) !== 404) throw again
      return undefined
    })
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

/** The answer to a missing session. */
const otherPerson = () =>
  new ProblemError({ status: 401, code: 'other_person', title: m.signedOutMeanwhile() })

async function exchange(url: string, options: Limited): Promise<unknown> {
  try {
    const uid = signedInUid()
    if (uid && options.uid && uid !== options.uid) throw otherPerson()
    const response = await send(url, options)
    reachable.set(!isOutage(response))
    if (!response.ok) throw await problemOf(response)
    return await read(response, options.file)
  } catch (cause) {
    throw errorOf(cause, options)
  }
}

/** @returns the reason of an abort, even while the body arrives: it is not one of our errors */
function errorOf(cause: unknown, { signal, deadline }: Limited): unknown {
  if (cause instanceof ProblemError || cause instanceof OfflineError) return cause
  if (signal?.aborted) return signal.reason
  if (!deadline.aborted) return new OfflineError({ cause })
  reachable.set(false)
  return new DeadlineError({ cause })
}

async function send(
  url: string,
  { method = 'GET', body, signal, deadline, ifMatch, idempotencyKey, file }: Limited,
) {
  const headers = new Headers({
    accept: file ?? 'application/json',
    [CLIENT_VERSION_HEADER]: String(API_VERSION),
  })
  if (method !== 'GET') headers.set('x-csrf', '1')
  if (body !== undefined) headers.set('content-type', body instanceof Blob ? body.type : 'application/json')
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`)
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  const aborted = signal ? AbortSignal.any([signal, deadline]) : deadline
  try {
    const early = method === 'GET' && (await earlyAnswer(url, aborted))
    if (early) return early
    return await fetch(url, {
      method,
      headers,
      credentials: 'same-origin',
      body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
      signal: aborted,
    })
  } catch (cause) {
    if (!signal?.aborted) reachable.set(false)
    throw cause
  }
}

/** A load balancer answers for a missing server with its own page; our own 503 is a problem document. */
const isOutage = (response: Response) => [502, 503, 504].includes(response.status) && !isProblem(response)

const isProblem = (response: Response) =>
  response.headers.get('content-type')?.startsWith('application/problem+json') ?? false

/** Throws for a body that was cut off in transit, or is the sign-in page of a public network. */
async function read(response: Response, file: string | undefined): Promise<unknown> {
  if (response.status === 204) return undefined
  return file === undefined ? await response.json() : await readFile(response, file)
}

async function readFile(response: Response, type: string) {
  const content = await response.blob()
  if (!content.type.startsWith(type)) throw new TypeError(`The answer is ${content.type}, not ${type}.`)
  return content
}

async function problemOf(response: Response) {
  const { status, statusText } = response
  const answer: unknown = isProblem(response) ? await response.json().catch(undefinedIfBroken) : undefined
  if (isProblemDocument(answer)) {
    const retryAfter = parseRetryAfter(response.headers.get('retry-after'), Date.now())
    return new ProblemError(answer, { retryAfter, statusText })
  }
  const problem = new ProblemError(
    { status, code: 'unexpected_answer', title: m.problemInternal() },
    { statusText },
  )
  return isOutage(response) ? new OfflineError({ cause: problem }) : problem
}

/** The status of an error answer counts even if its document can't be read. Rethrows that the answer was cut off. */
function undefinedIfBroken(error: unknown) {
  if (!(error instanceof SyntaxError)) throw error
}

/** A proxy may answer with problems of its own, which have no code. */
const isProblemDocument = (answer: unknown): answer is Problem =>
  typeof answer === 'object' &&
  answer !== null &&
  ['code', 'title'].every((name) => typeof Reflect.get(answer, name) === 'string')
