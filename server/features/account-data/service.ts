import type { AdminView } from '#shared/account-data.ts'
import type { MemberStatus } from '#shared/profile.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { AnyCollection } from '#server/store/port.ts'

/** The personal data of one feature: how it is exported and deleted, or the reason why it is not. */
export interface AccountDataPart {
  /** Its key in the export. */
  name: string
  collections: readonly AnyCollection[]
  /** A long list is an async iterable, read as it is written, so that it is never in memory as a whole. */
  exportOf: ((memberId: string) => Promise<object> | AsyncIterable<object>) | Reason
  /** Safe to repeat and to run concurrently: called again after a crash, and by two replicas at once. */
  forget: ((memberId: string) => Promise<unknown>) | Reason
}
type Reason = string

/** An export that is about to be written. Nothing is read before `read` is called. */
export interface AccountDataExport {
  exportedAt: string
  parts: readonly { name: string; read: () => Promise<object> | AsyncIterable<object> }[]
}

interface Deps {
  clock: Clock
  audit: RecordAudit
  parts: readonly AccountDataPart[]
  /** When admins looked into what is private of the member, newest first. */
  viewsOf: (memberId: string) => Promise<AdminView[]>
  dueForDeletion: () => Promise<readonly { id: string; status: MemberStatus }[]>
  anonymise: (memberId: string) => Promise<void>
  completeDeletion: (memberId: string) => Promise<void>
  /** At the identity provider. Succeeds when there is no such user. */
  deleteUser: (memberId: string) => Promise<void>
}

export type AccountDataService = ReturnType<typeof createAccountDataService>

export function createAccountDataService(deps: Deps) {
  const { clock, audit, parts, viewsOf, dueForDeletion, anonymise, completeDeletion, deleteUser } = deps

  /** Runs the next step. Every step is safe to repeat; only the last one marks the deletion as complete. */
  async function continueDeletion({ id, status }: { id: string; status: MemberStatus }) {
    if (status !== 'former') return anonymise(id)
    await deleteUser(id)
    for (const { forget } of parts) if (typeof forget !== 'string') await forget(id)
    return completeDeletion(id)
  }

  return {
    parts,

    adminViews: async ({ id }: Pick<Actor, 'id'>) => ({ items: await viewsOf(id) }),

    /** Audited before the first byte is sent. */
    async exportAccount({ id, sessionHash }: Actor): Promise<AccountDataExport> {
      await audit({ action: 'member.data_exported', actor: id, target: id, sessionHash })
      return {
        exportedAt: isoInstant(clock()),
        parts: parts.flatMap(({ name, exportOf }) =>
          typeof exportOf === 'string' ? [] : [{ name, read: () => exportOf(id) }],
        ),
      }
    },

    /** Runs the due step of every deletion. A failure does not stop the others. */
    async deleteDueAccounts(): Promise<void> {
      const failures: unknown[] = []
      for (const member of await dueForDeletion()) {
        await continueDeletion(member).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0)
        throw new AggregateError(failures, 'Some deletions failed and will be retried.')
    },
  }
}
