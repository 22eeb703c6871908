import type { MemberStatus } from '#shared/profile.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { AnyCollection } from '#server/store/port.ts'

/** What one feature keeps of a person, and what becomes of it. Where it does nothing, it says why. */
export interface AccountDataPart {
  /** What the download calls it. */
  name: string
  collections: readonly AnyCollection[]
  /** A list that may be long is read as it is written, so that it is never in memory whole. */
  exportOf: ((memberId: string) => Promise<object> | AsyncIterable<object>) | Reason
  /** Called again after a crash, and by two replicas at once. */
  forget: ((memberId: string) => Promise<unknown>) | Reason
}
type Reason = string

/** What is about to be written: nothing of it is read yet. */
export interface AccountDataExport {
  exportedAt: string
  parts: readonly { name: string; read: () => Promise<object> | AsyncIterable<object> }[]
}

interface Deps {
  clock: Clock
  audit: RecordAudit
  parts: readonly AccountDataPart[]
  dueForDeletion: () => Promise<readonly { id: string; status: MemberStatus }[]>
  anonymise: (memberId: string) => Promise<void>
  completeDeletion: (memberId: string) => Promise<void>
  /** Of the identity provider; succeeds when there is no such user. */
  deleteUser: (memberId: string) => Promise<void>
}

export type AccountDataService = ReturnType<typeof createAccountDataService>

export function createAccountDataService(deps: Deps) {
  const { clock, audit, parts, dueForDeletion, anonymise, completeDeletion, deleteUser } = deps

  /** Each step can be taken again; only the last one says that all are done. */
  async function leave({ id, status }: { id: string; status: MemberStatus }) {
    if (status !== 'former') return anonymise(id)
    await deleteUser(id)
    for (const { forget } of parts) if (typeof forget !== 'string') await forget(id)
    return completeDeletion(id)
  }

  return {
    parts,

    /** Everything that is kept of the person and theirs to know. On record before the first of it leaves. */
    async exportAccount({ id, sessionHash }: Actor): Promise<AccountDataExport> {
      await audit({ action: 'own_data.exported', actor: id, target: id, sessionHash })
      return {
        exportedAt: isoInstant(clock()),
        parts: parts.flatMap(({ name, exportOf }) =>
          typeof exportOf === 'string' ? [] : [{ name, read: () => exportOf(id) }],
        ),
      }
    },

    /** Takes the step that is due of each deletion. One that fails keeps no other from its turn. */
    async deleteDueAccounts(): Promise<void> {
      const failures: unknown[] = []
      for (const member of await dueForDeletion()) {
        await leave(member).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Deletions that have to be tried again.')
    },
  }
}
