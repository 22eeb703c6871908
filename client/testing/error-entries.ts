import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'

/** A fixed time from which tests count. */
export const NOON = Date.UTC(2027, 2, 1, 12)

let made = 0

export function errorEntry({ at = NOON, ...more }: Partial<ClientErrorEntry> & { at?: number } = {}) {
  made += 1
  return {
    id: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    type: 'error',
    message: `Failure ${made}`,
    timestamp: new Date(at).toISOString(),
    userAgent: 'test',
    url: 'https://guildhall.test/events',
    ...more,
  } satisfies ClientErrorEntry
}
