import type { AuditLog } from '#server/modules/operations/audit/service.ts'
import type { Outbox } from '#server/modules/operations/outbox/service.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Transaction } from '#server/store/port.ts'

import type { GroupChange } from './change-line.ts'
import type { ErrorGroup } from './collection.ts'
import { reopened } from './group.ts'
import type { OpenRegister } from './register.ts'

const MAX_TITLE = 120

interface Deps {
  clock: Clock
  audit: AuditLog
  outbox: Outbox
}

interface Checked {
  /** The group to store. */
  group: ErrorGroup
  /** The change to log after the commit. */
  regression?: GroupChange
}

/** Reopens a resolved group that is seen in a newer release, and notifies admins. */
export function createRegressionCheck({ clock, audit, outbox }: Deps) {
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
    await audit.record(
      { action: 'client_error.regressed', actor: null, target: `client-error:${id}`, after: { release } },
      tx,
    )
    outbox.notify(tx, {
      topic: 'clientErrorRegressed',
      subject: { kind: 'clientError', id },
      dedupeKey: `${id}:${open.version}`,
      recipients: 'admins',
      data: { error: `${type}: ${message}`.slice(0, MAX_TITLE).toWellFormed(), release },
    })
    const people = group.members + group.visitors
    const regression = { change: 'regressed', fingerprint: id, type, message, people, release } as const
    return { group: open, regression }
  }
}
export type RegressionCheck = ReturnType<typeof createRegressionCheck>
