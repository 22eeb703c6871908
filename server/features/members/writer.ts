import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { forbidden, notFound } from '#server/lib/failure.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
}

/** Members in one transaction. */
const BATCH = 100

type Update = (before: MemberDocument, tx: Transaction) => MemberDocument | Promise<MemberDocument>
export type MemberWriter = ReturnType<typeof createMemberWriter>

/** The only way to write a member. An update that returns the document it was given writes nothing. */
export function createMemberWriter({ store, clock }: Deps) {
  /** @param initial the document to start from for an unknown id; without it, that is a 404 */
  async function writeIn(tx: Transaction, id: string, update: Update, initial?: () => MemberDocument) {
    const before = (await tx.get(members, id)) ?? initial?.()
    if (!before) throw notFound('member')
    const updated = await update(before, tx)
    if (updated === before) return before
    const after = { ...updated, version: before.version + 1, changedAt: isoInstant(clock()) }
    tx.put(members, after)
    return after
  }

  const write = (id: string, update: Update, initial?: () => MemberDocument): Promise<MemberDocument> =>
    store.transact((tx) => writeIn(tx, id, update, initial))

  return {
    write,
    /** As part of a transaction. */
    writeIn,

    /** Some of the members of an industry, to no other rule of theirs. @returns whether some may be left */
    async moveIndustry(tx: Transaction, from: string, to: string): Promise<boolean> {
      const { items } = await tx.find(members, { where: { industry: from }, limit: BATCH })
      const changedAt = isoInstant(clock())
      for (const member of items) {
        tx.put(members, { ...member, industry: to, version: member.version + 1, changedAt })
      }
      return items.length === BATCH
    },

    /** For commands of members: a replica may treat an account as active for a while after its deletion. */
    writeUnlessDeleted: (id: string, update: Update): Promise<MemberDocument> =>
      write(id, (before, tx) => {
        if (before.status === 'former') throw forbidden('member_former', 'This account has been deleted.')
        return update(before, tx)
      }),
  }
}

export async function loadMember(reader: Pick<Reader, 'get'>, id: string): Promise<MemberDocument> {
  const member = await reader.get(members, id)
  if (!member) throw notFound('member')
  return member
}
