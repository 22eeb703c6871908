import type { AuditLine, AuditPage } from '#shared/admin.ts'

interface Deps {
  /** Newest first. */
  auditLog: (cursor?: string) => Promise<AuditPage>
  /** The names of those of the ids that are members'. */
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** The audit log with names instead of ids. */
export const createNamedAuditLog =
  ({ auditLog, namesOf }: Deps) =>
  async (cursor?: string): Promise<AuditPage> => {
    const page = await auditLog(cursor)
    const ids = page.items.flatMap(({ actor, target }) => [actor, target])
    const names = await namesOf([...new Set(ids.filter((id) => typeof id === 'string'))])
    return { ...page, items: page.items.map((entry) => named(entry, names)) }
  }

function named(entry: AuditLine, names: ReadonlyMap<string, string>): AuditLine {
  const actorName = names.get(entry.actor ?? '')
  const targetName = names.get(entry.target ?? '')
  return { ...entry, ...(actorName && { actorName }), ...(targetName && { targetName }) }
}
