import { SECOND } from '#shared/lib/durations.ts'
import { parseRetryAfter } from '#client/lib/storage/backoff.ts'
import type { ClientErrorReceipt } from '#shared/operations/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/operations/client-error-limits.ts'

import { byteLength } from './entry.ts'
import { INTAKE, INTAKE_HEADERS } from './protocol.ts'

/** A call that hangs would keep every other tab from sending. */
const TIMEOUT = 30 * SECOND

export type Outcome =
  | { kind: 'received'; receipt: ClientErrorReceipt }
  /** Too large, or not understood: a smaller batch may be accepted. */
  | { kind: 'refused' }
  /** The server has no intake for errors. */
  | { kind: 'noIntake' }
  /** @property retryAfter delay that the server asked for, in milliseconds */
  | { kind: 'later'; retryAfter: number }

export type Transport = ReturnType<typeof createTransport>

interface Deps {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Defined in browsers where `fetch` cannot outlive the page. */
  beacon: ((url: string, body: string) => boolean) | undefined
  now: () => number
}

export function createTransport({ fetch, beacon, now }: Deps) {
  let bytesInFlight = 0
  /** Browsers refuse more than 64 KiB in requests that outlive their page. */
  const fits = (bytes: number) => bytesInFlight + bytes <= CLIENT_ERRORS.batchBytes

  async function post(body: string): Promise<Outcome> {
    const keepalive = !beacon && fits(byteLength(body))
    const bytes = keepalive ? byteLength(body) : 0
    bytesInFlight += bytes
    try {
      const response = await fetch(INTAKE, {
        method: 'POST',
        headers: INTAKE_HEADERS,
        credentials: 'same-origin',
        body,
        keepalive,
        signal: AbortSignal.timeout(TIMEOUT),
      })
      return await outcomeOf(response, now())
    } catch {
      return { kind: 'later', retryAfter: 0 }
    } finally {
      bytesInFlight -= bytes
    }
  }

  return {
    post,
    /** Whether `post` would still arrive if the page were closed right after it. */
    canOutlivePage: (body: string) => fits(byteLength(body)),
    beacon: beacon && ((body: string) => beacon(INTAKE, body)),
  }
}

async function outcomeOf(response: Response, now: number): Promise<Outcome> {
  if (response.ok) {
    // Anything but a receipt, such as a hotel network's sign-in page, acknowledges nothing.
    const receipt: unknown = await response.json()
    return isReceipt(receipt) ? { kind: 'received', receipt } : { kind: 'later', retryAfter: 0 }
  }
  switch (response.status) {
    case 400:
    case 413:
      return { kind: 'refused' }
    case 404:
    case 410:
      return { kind: 'noIntake' }
    default:
      return { kind: 'later', retryAfter: parseRetryAfter(response.headers.get('retry-after'), now) }
  }
}

const isReceipt = (answer: unknown): answer is ClientErrorReceipt =>
  typeof answer === 'object' && answer !== null && 'rejected' in answer && Array.isArray(answer.rejected)
