import { randomUUID } from 'node:crypto'

import type { ClientErrorBatch, ClientErrorEntry } from '#shared/client-errors.ts'

/** What a browser reports of one failed click: some 1.1 KB. */
export const clientErrorEntry = (differences: Partial<ClientErrorEntry> = {}): ClientErrorEntry => ({
  id: randomUUID(),
  type: 'error',
  message: "Cannot read properties of undefined (reading 'title')",
  stack: [
    "TypeError: Cannot read properties of undefined (reading 'title')",
    ...['a', 'Ft', 'Xn', 'commit', 'te', 'ne', 're'].map(
      (name, index) =>
        `    at ${name} (https://guildhall.example/assets/index-BxYz12a${index}.js:1:${index}2345)`,
    ),
  ].join('\n'),
  timestamp: '2026-03-01T12:00:00.000Z',
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  url: 'https://guildhall.example/events?tab=past',
  metadata: { name: 'TypeError', online: true },
  userId: 'ada@example.org',
  count: 1,
  ...differences,
})

export const clientErrorBatch = (
  entries: unknown[],
  differences: Partial<ClientErrorBatch> = {},
): Omit<ClientErrorBatch, 'entries'> & { entries: unknown[] } => ({
  v: 1,
  batchId: randomUUID(),
  sentAt: '2026-03-01T12:00:05.000Z',
  tabId: 'tab-1',
  release: '1.4.0',
  build: '0123456789abcdef',
  dropped: 0,
  ...differences,
  entries,
})
