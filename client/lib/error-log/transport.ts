import type { ClientErrorReceipt } from '#shared/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/constants.ts'

import { INTAKE, INTAKE_HEADERS } from './intake.ts'
import { byteLength } from './text.ts'

/** A call that hangs would keep every other tab from sending. */
const PATIENCE = 30_000

export type Verdict =
  | { kind: 'received'; receipt: ClientErrorReceipt }
  /** Too much, or not understood: perhaps fewer will do. */
  | { kind: 'refused' }
  /** There is nothing that takes errors. */
  | { kind: 'gone' }
  /** @property pause what the server asked for, in milliseconds */
  | { kind: 'later'; pause: number }

export type Transport = ReturnType<typeof createTransport>

interface Deps {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Set where `fetch` cannot outlive the page. */
  beacon: ((url: string, body: string) => boolean) | undefined
  now: () => number
}

export function createTransport({ fetch, beacon, now }: Deps) {
  let bytesInFlight = 0
  /** Browsers refuse more than 64 KiB that is to outlive its page. */
  const fits = (bytes: number) => bytesInFlight + bytes <= CLIENT_ERRORS.batchBytes

  async function post(body: string): Promise<Verdict> {
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
        signal: AbortSignal.timeout(PATIENCE),
      })
      return await judge(response, now())
    } catch {
      return { kind: 'later', pause: 0 }
    } finally {
      bytesInFlight -= bytes
    }
  }

  return {
    post,
    /** Whether `post` would still arrive if the page were gone in a moment. */
    canOutlivePage: (body: string) => fits(byteLength(body)),
    beacon: beacon && ((body: string) => beacon(INTAKE, body)),
  }
}

async function judge(response: Response, now: number): Promise<Verdict> {
  if (response.ok) {
    // Anything but a receipt, such as the page of a hotel's network, acknowledges nothing.
    const receipt = (await response.json()) as ClientErrorReceipt
    return Array.isArray(receipt.rejected) ? { kind: 'received', receipt } : { kind: 'later', pause: 0 }
  }
  switch (response.status) {
    case 400:
    case 413:
      return { kind: 'refused' }
    case 404:
    case 410:
      return { kind: 'gone' }
    default:
      return { kind: 'later', pause: readPause(response.headers.get('retry-after'), now) }
  }
}

/** Seconds, or a date. */
function readPause(retryAfter: string | null, now: number) {
  if (!retryAfter) return 0
  const seconds = Number(retryAfter)
  const pause = Number.isNaN(seconds) ? Date.parse(retryAfter) - now : seconds * 1_000
  return Number.isFinite(pause) ? Math.max(0, pause) : 0
}
