import type { AuditDetails, AuditFilter, AuditPage } from '#shared/admin/audit.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Store } from '#server/store/port.ts'
import { fingerprint, pageAt, type Position } from '#server/views/cursor.ts'

import { auditCsv } from './csv.ts'
import { fieldsOf } from './fields.ts'
import { auditLines, membersAmong, namesOf } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  operations: Operations
}

const ENTRY_BATCH = 500

export type AdminAuditLog = ReturnType<typeof createAdminAuditLog>

/** The audit log with names and titles instead of ids. An admin's search for a member in it is audited. */
export function createAdminAuditLog({ store, operations }: Deps) {
  const { audit } = operations
  const recordView = audit.viewLog('member.viewed_by_admin')

  async function recordViews(admin: Actor, { actor, target }: AuditFilter) {
    const members = membersAmong(await store.views(), [actor ?? [], target ?? []].flat())
    await Promise.all(members.map((id) => recordView(admin, id)))
  }

  return {
    async page(admin: Actor, filter: AuditFilter, cursor?: string): Promise<AuditPage> {
      const query = fingerprint('audit', filter)
      const views = await store.views()
      const page = pageAt(cursor, query, (range) => auditLines(views, filter, range))
      await recordViews(admin, filter)
      return { ...page, ...namesOf(views, filter) }
    },

    /** @throws Failure 404 */
    async entry(id: string): Promise<AuditDetails> {
      const entry = await audit.entry(id)
      return { ...entry, ...namesOf(await store.views(), entry), fields: fieldsOf(entry) }
    },

    /** The newest entries as CSV, in pieces. @throws before the first piece if the access cannot be recorded */
    async csv(admin: Actor, filter: AuditFilter) {
      await recordViews(admin, filter)
      await audit.record({
        action: 'audit.exported',
        actor: admin.id,
        sessionHash: admin.sessionHash,
        after: { filter },
      })
      return auditCsv(piecesOf(filter))
    },
  }

  /** Entries with their changes, which only the documents contain. */
  async function* piecesOf(filter: AuditFilter) {
    for (let after: Position | undefined; ;) {
      const lines = auditLines(await store.views(), filter, { after, rows: ENTRY_BATCH })
      const entries = await audit.entries(lines.map(({ id }) => id))
      yield lines.map((line, at) => ({ ...entries[at], ...line }))
      if (lines.length < ENTRY_BATCH) return
      after = lines.at(-1)
    }
  }
}
