import type { AuditDetails, AuditFilter, AuditPage } from '#shared/admin.ts'
import { PAGE_SIZE } from '#shared/constants.ts'
import type { AuditEntry, RecordAudit } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { Store } from '#server/store/port.ts'
import { decodeCursor, fingerprint, pageOf, type Position } from '#server/views/cursor.ts'

import { auditCsv } from './csv.ts'
import { fieldsOf } from './fields.ts'
import { auditLines, membersAmong, namesOf } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  log: {
    record: RecordAudit
    /** @throws Failure 404 */
    entry: (id: string) => Promise<AuditEntry>
    /** In the order of the ids. */
    entries: (ids: readonly string[]) => Promise<(AuditEntry | undefined)[]>
  }
  /** Records that the admin looked at what a member did or what was done to them. */
  recordView: (admin: Actor, memberId: string) => Promise<void>
}

const ENTRIES_AT_ONCE = 500

export type AdminAuditLog = ReturnType<typeof createAdminAuditLog>

/** The audit log with names and titles instead of ids. That an admin looked for a member in it is audited. */
export function createAdminAuditLog({ store, log, recordView }: Deps) {
  async function recordViews(admin: Actor, { actor, target }: AuditFilter) {
    const members = membersAmong(await store.views(), [actor ?? [], target ?? []].flat())
    await Promise.all(members.map((id) => recordView(admin, id)))
  }

  return {
    async page(admin: Actor, filter: AuditFilter, cursor?: string): Promise<AuditPage> {
      const query = fingerprint('audit', filter)
      const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
      const views = await store.views()
      const page = pageOf(auditLines(views, filter, { after, rows: PAGE_SIZE }), PAGE_SIZE, query)
      await recordViews(admin, filter)
      return { ...page, ...namesOf(views, filter) }
    },

    /** @throws Failure 404 */
    async entry(id: string): Promise<AuditDetails> {
      const entry = await log.entry(id)
      return { ...entry, ...namesOf(await store.views(), entry), fields: fieldsOf(entry) }
    },

    /** The newest entries as CSV, in pieces. @throws before the first piece if it cannot be recorded */
    async csv(admin: Actor, filter: AuditFilter) {
      await recordViews(admin, filter)
      await log.record({
        action: 'audit.exported',
        actor: admin.id,
        sessionHash: admin.sessionHash,
        after: { filter },
      })
      return auditCsv(piecesOf(filter))
    },
  }

  /** With what was changed, which only documents have. */
  async function* piecesOf(filter: AuditFilter) {
    for (let after: Position | undefined; ;) {
      const lines = auditLines(await store.views(), filter, { after, rows: ENTRIES_AT_ONCE })
      const shown = lines.slice(0, ENTRIES_AT_ONCE)
      const entries = await log.entries(shown.map(({ id }) => id))
      yield shown.map((line, at) => ({ ...entries[at], ...line }))
      if (lines.length <= ENTRIES_AT_ONCE) return
      after = shown.at(-1)
    }
  }
}
