import * as m from '#shared/people/messages.ts'
import { forbidden, notFound } from '#server/lib/failure.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'
import type { MemberEvents } from './events.ts'

/** Members per transaction. */
const BATCH = 100

type Update = (before: MemberDocument, tx: Transaction) => MemberDocument | Promise<MemberDocument>
export type MemberWriter = ReturnType<typeof createMemberWriter>

/** The only way to write a member. An update that returns its input writes nothing. */
export function createMemberWriter(store: Pick<Store, 'transact'>, events: MemberEvents) {
  /** @param initial the document to start from for an unknown id; without it, an unknown id is a 404 */
  async function writeIn(tx: Transaction, id: string, update: Update, initial?: () => MemberDocument) {
    const before = (await tx.get(members, id)) ?? initial?.()
    if (!before) throw notFound('member')
    const updated = await update(before, tx)
    if (updated === before) return before
    const after = { ...updated, version: before.version + 1 }
    tx.put(members, after)
    if (after.industry !== before.industry) await events.industryChanged.emit(tx, id, after.industry)
    return after
  }

  const write = (id: string, update: Update, initial?: () => MemberDocument): Promise<MemberDocument> =>
    store.transact((tx) => writeIn(tx, id, update, initial))

  return {
    write,
    /** Writes as part of a transaction. */
    writeIn,

    /** Moves some members of an industry, without applying any other rule. @returns whether there may be more */
    async moveIndustry(tx: Transaction, from: string, to: string): Promise<boolean> {
      const { items } = await tx.find(members, { where: { industry: from }, limit: BATCH })
      for (const member of items) {
        tx.put(members, { ...member, industry: to, version: member.version + 1 })
        await events.industryChanged.emit(tx, member.id, to)
      }
      return items.length === BATCH
    },

    /** Used by members' commands: a replica may treat an account as active for a while after its deletion. */
    writeUnlessDeleted: (id: string, update: Update): Promise<MemberDocument> =>
      write(id, (before, tx) => {
        if (before.status === 'former') throw forbidden('member_former', m.accountDeleted())
        return update(before, tx)
      }),
  }
}

/**
 * Records in which chapters the member is: `isIn` by id. The version stays, because no edit of a profile contains them. All
 * changes of one transaction must be in one call. Does nothing for an unknown member.
 */
export async function changeChapters(tx: Transaction, id: string, isIn: ReadonlyMap<string, boolean>) {
  const member = await tx.get(members, id)
  if (!member) return
  const { chapters = [] } = member
  const kept = chapters.filter((chapter) => isIn.get(chapter) !== false)
  const added = [...isIn.keys()].filter((chapter) => isIn.get(chapter) && !chapters.includes(chapter))
  if (kept.length < chapters.length || added.length > 0)
    tx.put(members, { ...member, chapters: [...kept, ...added] })
}

export async function loadMember(reader: Pick<Reader, 'get'>, id: string): Promise<MemberDocument> {
  const member = await reader.get(members, id)
  if (!member) throw notFound('member')
  return member
}
