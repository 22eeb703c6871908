import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { forbidden, notFound } from '#server/lib/failure.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  /** Told of each member who was written, once that is committed. */
  changed: (member: MemberDocument) => void
}

type Next = (before: MemberDocument, tx: Transaction) => MemberDocument | Promise<MemberDocument>
export type WriteMember = ReturnType<typeof createMemberWriter>

/** The one way to write a member. What `next` returns as it got it is not written. */
export function createMemberWriter({ store, clock, changed }: Deps) {
  /** @param newcomer what to start from when there is no such member yet; without it, that is a 404 */
  return async (id: string, next: Next, newcomer?: () => MemberDocument): Promise<MemberDocument> => {
    const { member, written } = await store.transact(async (tx) => {
      const before = (await tx.get(members, id)) ?? newcomer?.()
      if (!before) throw notFound('member')
      const wanted = await next(before, tx)
      if (wanted === before) return { member: before, written: false }
      const after = { ...wanted, version: before.version + 1, changedAt: isoInstant(clock()) }
      tx.put(members, after)
      return { member: after, written: true }
    })
    if (written) changed(member)
    return member
  }
}

/** For acts of members themselves: a replica may take someone for active for a while after the account is gone. */
export const createUndeletedWriter =
  (write: WriteMember) =>
  (id: string, next: Next): Promise<MemberDocument> =>
    write(id, (before, tx) => {
      if (before.status === 'former') throw forbidden('member_former', 'This account has been deleted.')
      return next(before, tx)
    })
export type WriteUndeleted = ReturnType<typeof createUndeletedWriter>

export async function loadMember(reader: Pick<Reader, 'get'>, id: string): Promise<MemberDocument> {
  const member = await reader.get(members, id)
  if (!member) throw notFound('member')
  return member
}
