import { buildOf } from '#client/lib/build.ts'
import { deviceStorage } from '#client/lib/storage.ts'
import type { ClientErrorBatch, ClientErrorEntry } from '#shared/client-errors.ts'

import { errorOf, timeOf } from './events.ts'
import { INTAKE, INTAKE_HEADERS } from './intake.ts'
import { outboxKey } from './outbox-key.ts'

/**
 * For a page whose app, and with it the error log, never came. They also wait in the outbox until the server has
 * them, so that the next page that does load sends them again. Small enough for boot.ts: one batch, one attempt.
 */
export async function reportEarly(events: readonly Event[]) {
  const tabId = crypto.randomUUID()
  const entries = events.map(toEntry)
  const keys = entries.map((entry) => outboxKey(entry, tabId))
  entries.forEach((entry, index) => deviceStorage.write(keys[index] ?? '', JSON.stringify(entry)))
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
  const response = await fetch(INTAKE, { method: 'POST', headers: INTAKE_HEADERS, body, keepalive: true })
  if (response.ok) for (const key of keys) deviceStorage.remove(key)
}

/** Scrubbing is left to the server: before the app has run, the page holds nothing of a member's but its address. */
function toEntry(event: Event): ClientErrorEntry {
  const error = errorOf(event)
  const { message = error, stack } = Object(error) as Partial<Error>
  return {
    id: crypto.randomUUID(),
    type: 'boot',
    message: String(message).slice(0, 500),
    ...(stack && { stack: stack.slice(0, 2_000) }),
    timestamp: new Date(timeOf(event)).toISOString(),
    userAgent: navigator.userAgent,
    url: location.origin + location.pathname,
  }
}
