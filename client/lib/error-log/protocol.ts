import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'

/** Path of the intake. */
export const INTAKE = '/api/client-errors'
export const INTAKE_HEADERS = { 'content-type': 'application/json', 'x-csrf': '1' }

export const OUTBOX_PREFIX = 'errorOutbox:'

/** Contains the time and the tab, so that they are known without parsing the entry. */
export const outboxKey = ({ timestamp, id }: ClientErrorEntry, tabId: string) =>
  `${OUTBOX_PREFIX}${Date.parse(timestamp)}:${tabId}:${id}`

/** Epoch milliseconds of the error; 0 for a foreign key. */
export const entryTime = (key: string) => Number(key.split(':')[1]) || 0

export const tabOf = (key: string) => key.split(':')[2]
