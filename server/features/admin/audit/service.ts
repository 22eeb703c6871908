import type { AuditDetails, AuditFilter, AuditLine, AuditPage } from '#shared/admin.ts'
import type { Page } from '#shared/page.ts'
import type { AuditEntry, RecordAudit } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'

import { auditCsv } from './csv.ts'
import { fieldsOf } from './fields.ts'

type Names = ReadonlyMap<string, string>

interface Deps {
  log: {
    record: RecordAudit
    /** Newest first. */
    list: (filter: AuditFilter, cursor?: string) => Promise<Page<AuditEntry>>
    pieces: (filter: AuditFilter) => AsyncIterable<AuditEntry[]>
    /** @throws Failure 404 */
    entry: (id: string) => Promise<AuditEntry>
  }
  /** The names of those of the ids that are members'. */
  namesOf: (ids: readonly string[]) => Promise<Names>
  /** Records that the admin looked at what a member did or what was done to them. */
  recordView: (admin: Actor, memberId: string) => Promise<void>
}

export type AdminAuditLog = ReturnType<typeof createAdminAuditLog>

/** The audit log with names instead of ids. That an admin looked for a member in it is audited. */
export function createAdminAuditLog({ log, namesOf, recordView }: Deps) {
  async function recordViews(admin: Actor, { actor, target }: People, names: Names) {
    const members = new Set([actor ?? '', target ?? ''].filter((id) => names.has(id)))
    await Promise.all([...members].map((id) => recordView(admin, id)))
  }

  return {
    async page(admin: Actor, filter: AuditFilter, cursor?: string): Promise<AuditPage> {
      const { items, next } = await log.list(filter, cursor)
      const names = await namesOf(idsOf([...items, filter]))
      await recordViews(admin, filter, names)
      return {
        items: items.map((entry) => ({ ...entry, ...namesIn(entry, names) })),
        ...(next !== undefined && { next }),
        ...namesIn(filter, names),
      }
    },

    /** @throws Failure 404 */
    async entry(id: string): Promise<AuditDetails> {
      const entry = await log.entry(id)
      const names = await namesOf(idsOf([entry]))
      return { ...entry, ...namesIn(entry, names), fields: fieldsOf(entry) }
    },

    /** The newest entries as CSV, in pieces. @throws before the first piece if it cannot be recorded */
    async csv(admin: Actor, filter: AuditFilter) {
      await recordViews(admin, filter, await namesOf(idsOf([filter])))
      await log.record({
        action: 'audit.exported',
        actor: admin.id,
        sessionHash: admin.sessionHash,
        after: { filter },
      })
      return auditCsv(linesOf(filter))
    },
  }

  async function* linesOf(filter: AuditFilter) {
    const names = new Map<string, string>()
    const known = new Set<string>()
    for await (const entries of log.pieces(filter)) {
      const ids = idsOf(entries).filter((id) => !known.has(id))
      for (const id of ids) known.add(id)
      for (const [id, name] of await namesOf(ids)) names.set(id, name)
      yield entries.map((entry) => ({ ...entry, ...namesIn(entry, names) }))
    }
  }
}

type People = { actor?: string | null | undefined; target?: string | undefined }

const idsOf = (found: readonly People[]) => [
  ...new Set(found.flatMap(({ actor, target }) => [actor ?? [], target ?? []].flat())),
]

function namesIn({ actor, target }: People, names: Names): Pick<AuditLine, 'actorName' | 'targetName'> {
  const actorName = names.get(actor ?? '')
  const targetName = names.get(target ?? '')
  return { ...(actorName && { actorName }), ...(targetName && { targetName }) }
}
