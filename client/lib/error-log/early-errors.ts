import { deviceStorage } from '#client/lib/storage/storage.ts'
import type { ClientErrorBatch, ClientErrorEntry } from '#shared/operations/client-errors.ts'

import { buildOf } from './build.ts'
import { messageOf, stackOf } from './entry.ts'
import { INTAKE, INTAKE_HEADERS, outboxKey } from './protocol.ts'

interface EarlyError {
  error: unknown
  /** Epoch milliseconds. */
  at: number
  metadata?: { tag: string }
}

/** One failed load causes several events: of a script, and of each file that was to be preloaded for it. */
export function errorsOf(events: readonly Event[]): EarlyError[] {
  const failedLoads = events.filter(isFailedLoad)
  const sources = new Set(failedLoads.map(({ target }) => sourceOf(target)))
  const failedLoad = {
    error: { message: `Did not load: ${[...sources].join(', ')}` },
    metadata: { tag: 'stale chunk' },
  }
  return events
    .filter((event) => event === failedLoads[0] || !isFailedLoad(event))
    .map((event) => ({
      ...(isFailedLoad(event) ? failedLoad : { error: errorOf(event) }),
      at: performance.timeOrigin + event.timeStamp,
    }))
}

const isFailedLoad = (event: Event) =>
  !(event instanceof ErrorEvent || event instanceof PromiseRejectionEvent)

/** The payload of an error event or a rejection, which can be anything. */
export function errorOf(event: Event): unknown {
  if (event instanceof PromiseRejectionEvent) return event.reason
  const { error, message, filename, lineno, colno } = event as ErrorEvent
  return error ?? { message, stack: `    at ${filename}:${lineno}:${colno}` }
}

const sourceOf = (target: EventTarget | null) =>
  target instanceof HTMLLinkElement ? target.href : (target as HTMLScriptElement).src

/**
 * Reports errors of a page whose app, and so the error log, has not loaded. They also stay in the outbox until the
 * server has them, so that the next page that loads sends them again. Small enough for boot.ts: one batch, one attempt,
 * whose own failure is not reported.
 */
export function reportEarlyErrors(events: readonly Event[]) {
  const entries = errorsOf(events).map(toEntry)
  const tabId = crypto.randomUUID()
  const keys = entries.map((entry) => {
    const key = outboxKey(entry, tabId)
    deviceStorage.write(key, JSON.stringify(entry))
    return key
  })
  const batch: ClientErrorBatch = {
    v: 1,
    batchId: crypto.randomUUID(),
    sentAt: new Date().toISOString(),
    tabId,
    release: '',
    build: buildOf(document),
    dropped: 0,
    entries,
  }
  const body = JSON.stringify(batch)
  fetch(INTAKE, { method: 'POST', headers: INTAKE_HEADERS, body, keepalive: true })
    .then(({ ok }) => ok && keys.forEach(deviceStorage.remove))
    .catch(() => {})
  return entries
}

/** Reports an app that waits for a file: no event fires then. */
export const reportLateStart = () => reportEarlyErrors([new ErrorEvent('error', { error: 'Did not start' })])

/** Scrubbing is left to the server: before the app has run, the page's address is the only data of a member here. */
function toEntry({ error, at, ...more }: EarlyError): ClientErrorEntry {
  const stack = stackOf(error)
  return {
    id: crypto.randomUUID(),
    type: 'boot',
    message: messageOf(error).slice(0, 500),
    stack: stack?.slice(0, 2_000),
    timestamp: new Date(at).toISOString(),
    userAgent: navigator.userAgent,
    url: location.origin + location.pathname,
    ...more,
  }
}
