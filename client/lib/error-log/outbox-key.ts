import type { ClientErrorEntry } from '#shared/client-errors.ts'

const PREFIX = 'errorOutbox:'

/** Tells when and whose without reading the entry. */
export const outboxKey = ({ timestamp, id }: ClientErrorEntry, tabId: string) =>
  `${PREFIX}${Date.parse(timestamp)}:${tabId}:${id}`

export const isOutboxKey = (key: string) => key.startsWith(PREFIX)

/** Epoch milliseconds of the error. */
export const keyTime = (key: string) => Number(key.split(':')[1])

export const keyTab = (key: string) => key.split(':')[2]
