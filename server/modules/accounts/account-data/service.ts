import type { MemberStatus } from '#shared/people/profile.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Identity } from '#server/identity/port.ts'
import type { AccountDataPart, ExportedPart } from '#server/modules/account-data-part.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'

/** An export that is about to be written. Nothing is read before `read` is called. */
export interface AccountDataExport {
  exportedAt: string
  parts: readonly (Pick<ExportedPart, 'name' | 'schema'> & {
    read: () => ReturnType<ExportedPart['exportOf']>
  })[]
}

interface Deps {
  clock: Clock
  identity: Pick<Identity, 'deleteUser'>
  operations: Operations
  people: People
}

export type AccountDataService = ReturnType<typeof createAccountDataService>

export function createAccountDataService({ clock, identity, operations, people }: Deps) {
  const { audit, memberTrail } = operations
  const { deletion } = people
  const parts: AccountDataPart[] = []
  const exportedParts = () => parts.filter((part) => part.schema !== undefined)

  /** Runs the next step. Every step is safe to repeat; only the last one marks the deletion as complete. */
  async function continueDeletion({ id, status }: { id: string; status: MemberStatus }) {
    if (status !== 'former') return deletion.anonymise(id)
    await identity.deleteUser(id)
    for (const { forget } of parts) if (typeof forget !== 'string') await forget(id)
    return deletion.completeDeletion(id)
  }

  return {
    parts,

    /** Parts are deleted in the order of their registration. */
    register: (more: readonly AccountDataPart[]) => void parts.push(...more),

    exportedParts,

    adminViews: async ({ id }: Pick<Actor, 'id'>) => ({ items: await memberTrail.viewsOf(id) }),

    /** Audited before the first byte is sent. */
    async exportAccount({ id, sessionHash }: Actor): Promise<AccountDataExport> {
      await audit.record({ action: 'member.data_exported', actor: id, target: id, sessionHash })
      return {
        exportedAt: isoInstant(clock()),
        parts: exportedParts().map(({ name, schema, exportOf }) => ({
          name,
          schema,
          read: () => exportOf(id),
        })),
      }
    },

    /** Runs the due step of every deletion. A failure does not stop the others. */
    async deleteDueAccounts(): Promise<void> {
      const failures: unknown[] = []
      for (const member of await deletion.dueForDeletion()) {
        await continueDeletion(member).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0)
        throw new AggregateError(failures, 'Some deletions failed and will be retried.')
    },
  }
}
