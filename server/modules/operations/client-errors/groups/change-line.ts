import type { BaseLogger } from 'pino'

export interface GroupChange {
  /** `spread`: a third person has met a new group. `regressed`: a resolved one is seen in a later release. */
  change: 'spread' | 'regressed'
  fingerprint: string
  type: string
  message: string
  /** Release in which it was seen. */
  release: string
  people: number
}

/** Logs a change of a group of client errors: the alert rules in `server/deploy/loki/rules.yaml` read these lines. */
export const logGroupChange = (
  log: Pick<BaseLogger, 'warn'>,
  { change, fingerprint, type, message, release, people }: GroupChange,
) =>
  log.warn(
    {
      event: { name: 'client.error.group' },
      exception: { type, message },
      error: { fingerprint },
      group: { change, release, people },
    },
    change === 'spread' ? 'new client error affects three people' : 'resolved client error is back',
  )
