import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { GroupChange } from '#server/lib/error-group-line.ts'
import type { Transaction } from '#server/store/port.ts'

import type { ErrorGroup } from './collection.ts'
import { reopened } from './group.ts'
import type { OpenRegister } from './register.ts'

const LONGEST_TITLE = 120

interface Deps {
  clock: Clock
  audit: RecordAudit
  notify: Notify
}

interface Checked {
  /** To be stored. */
  group: ErrorGroup
  /** To be logged after the commit. */
  regression?: GroupChange
}

/** Reopens a resolved group that is seen in a newer release, and notifies admins. */
export function createRegressionCheck({ clock, audit, notify }: Deps) {
  return async (
    tx: Transaction,
    group: ErrorGroup,
    { releases, register }: { releases: ErrorGroup['releases']; register: OpenRegister },
  ): Promise<Checked> => {
    const { id, resolved, type, message } = group
    const newer = resolved && releases.find((release) => register.isNewer(release, resolved))
    if (!newer) return { group }
    const { release } = newer
    const open = reopened(group, release, isoInstant(clock()))
    await audit(
      { action: 'client_error.regressed', actor: null, target: `client-error:${id}`, after: { release } },
      tx,
    )
    notify(tx, {
      topic: 'clientErrorRegressed',
      subject: { kind: 'clientError', id },
      occurrence: `${id}:${open.version}`,
      recipients: 'admins',
      data: { error: `${type}: ${message}`.slice(0, LONGEST_TITLE).toWellFormed(), release },
    })
    const people = group.members + group.visitors
    const regression = { change: 'regressed', fingerprint: id, type, message, people, release } as const
    return { group: open, regression }
  }
}
export type RegressionCheck = ReturnType<typeof createRegressionCheck>
