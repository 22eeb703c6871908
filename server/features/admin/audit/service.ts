import type { AuditDetails, AuditFilter, AuditLine, AuditPage } from '#shared/admin.ts'
import type { Page } from '#shared/page.ts'
import type { AuditEntry, RecordAudit } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'

import { auditCsv } from './csv.ts'
import { fieldsOf } from './fields.ts'

type Names = ReadonlyMap<string, string>

/** By id: names of members, titles of events. */
interface Known {
  names: Names
  titles: Names
}

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
  /** The titles of those of the ids that are events'. From memory; deleted events have none. */
  titlesOf: (ids: readonly string[]) => Promise<Names>
  /** Records that the admin looked at what a member did or what was done to them. */
  recordView: (admin: Actor, memberId: string) => Promise<void>
}

export type AdminAuditLog = ReturnType<typeof createAdminAuditLog>

/** The audit log with names and titles instead of ids. That an admin looked for a member in it is audited. */
export function createAdminAuditLog({ log, namesOf, titlesOf, recordView }: Deps) {
  async function knownIn(found: readonly People[]): Promise<Known> {
    const ids = idsOf(found)
    const [names, titles] = await Promise.all([namesOf(ids), titlesOf(ids)])
    return { names, titles }
  }

  async function recordViews(admin: Actor, { actor, target }: People, names: Names) {
    const members = new Set([actor ?? '', target ?? ''].filter((id) => names.has(id)))
    await Promise.all([...members].map((id) => recordView(admin, id)))
  }

  return {
    async page(admin: Actor, filter: AuditFilter, cursor?: string): Promise<AuditPage> {
      const { items, next } = await log.list(filter, cursor)
      const known = await knownIn([...items, filter])
      await recordViews(admin, filter, known.names)
      return {
        items: items.map((entry) => ({ ...entry, ...namesIn(entry, known) })),
        ...(next !== undefined && { next }),
        ...namesIn(filter, known),
      }
    },

    /** @throws Failure 404 */
    async entry(id: string): Promise<AuditDetails> {
      const entry = await log.entry(id)
      return { ...entry, ...namesIn(entry, await knownIn([entry])), fields: fieldsOf(entry) }
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
    const asked = new Set<string>()
    for await (const entries of log.pieces(filter)) {
      const ids = idsOf(entries).filter((id) => !asked.has(id))
      for (const id of ids) asked.add(id)
      for (const [id, name] of await namesOf(ids)) names.set(id, name)
      const known = { names, titles: await titlesOf(idsOf(entries)) }
      yield entries.map((entry) => ({ ...entry, ...namesIn(entry, known) }))
    }
  }
}

type People = { actor?: string | null | undefined; target?: string | undefined }

const idsOf = (found: readonly People[]) => [
  ...new Set(found.flatMap(({ actor, target }) => [actor ?? [], target ?? []].flat())),
]

function namesIn(
  { actor, target = '' }: People,
  { names, titles }: Known,
): Pick<AuditLine, 'actorName' | 'targetName'> {
  const actorName = names.get(actor ?? '')
  const targetName = names.get(target) ?? titles.get(target)
  return { ...(actorName && { actorName }), ...(targetName && { targetName }) }
}
