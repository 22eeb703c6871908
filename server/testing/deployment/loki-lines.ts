import { logGroupChange } from '#server/modules/operations/client-errors/groups/change-line.ts'
import { createLogger } from '#server/logging/logger.ts'

/** The line that `write` logs, and the labels that the collector gives it. */
export function logged(write: (log: ReturnType<typeof createLogger>) => void) {
  let text = ''
  write(createLogger({ logLevel: 'info' }, { write: (line) => void (text = line.trimEnd()) }))
  const { level, event } = JSON.parse(text) as { level: string; event?: { name: string } }
  return { text, labels: { level, ...(event && { event: event.name }) } }
}

export const group = (change: 'spread' | 'regressed') =>
  logged((log) =>
    logGroupChange(log, {
      change,
      fingerprint: '3f2a91c05d7e8b64',
      type: 'TypeError',
      message: 'x is undefined',
      release: '1.5.0',
      people: 3,
    }),
  )

interface Entry {
  fingerprint?: string
  count?: number
  caught?: string
  message?: string
  /** Undefined for a member. */
  network?: string | undefined
}
export const clientError = ({
  fingerprint = 'f1',
  count = 1,
  caught = 'error',
  message = 'broken',
  network,
}: Entry = {}) =>
  logged((log) =>
    log.error(
      {
        event: { name: 'client.error', id: 'e1' },
        exception: { type: 'TypeError', message },
        error: { fingerprint },
        client: { type: caught, release: '1.4.0', build: 'b1', count, network },
        url: { path: '/events' },
        user: { hash: 'h1', id: network === undefined ? 'm1' : undefined },
      },
      'client error',
    ),
  )
/** @param network undefined for a member */
export const lostInBrowser = (dropped: number, network?: string) =>
  logged((log) =>
    log.warn(
      {
        dropped,
        dropped_by: { full_outbox: dropped },
        user: { id: network === undefined ? 'm1' : undefined },
        client: { network },
      },
      'client errors were lost in the browser',
    ),
  )
export const refusal = (code: string) => logged((log) => log.warn({ status: 503, code }, 'request'))
export const lostLines = (dropped: number) => logged((log) => log.warn({ dropped }, 'log lines dropped'))

export type Given = [ago: number, line: ReturnType<typeof logged>][]
