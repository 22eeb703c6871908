import { CHAPTER_ROLES, type ChapterRole } from '#shared/chapters/rules.ts'
import { batchesOf } from '#shared/lib/batches.ts'
import type { Clock } from '#server/lib/clock.ts'
import { type ChapterDocument, chapters } from '#server/modules/chapters/chapters/collection.ts'
import { otherHome } from '#server/modules/chapters/memberships/activation.ts'
import {
  type ChapterMembershipDocument,
  chapterMemberships,
} from '#server/modules/chapters/memberships/collection.ts'
import type { RecordMembership } from '#server/modules/chapters/memberships/record.ts'
import {
  type Cause,
  causes,
  isActive,
  membershipId,
  withHistory,
  withStatus,
} from '#server/modules/chapters/memberships/status.ts'
import type { MembershipWriter } from '#server/modules/chapters/memberships/writer.ts'
import { eachOf } from '#server/store/all-of.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import type { ChapterMerge } from './collection.ts'
import { isStill } from './rules.ts'

interface Deps {
  store: Store
  clock: Clock
  record: RecordMembership
  writer: MembershipWriter
}

/** Members of one transaction: each is up to five writes, and Firestore takes 500. */
const AT_ONCE = 40

type Membership = ChapterMembershipDocument

/** Moves the people of a merged chapter, or moves them back. Each member is one step, and repeating it changes nothing. */
export function createMergedMembers({ store, clock, record, writer }: Deps) {
  const causedBy = causes(clock)

  async function moveOne(tx: Transaction, merge: ChapterMerge, before: Membership) {
    const cause = causedBy({ id: merge.by })
    const left = withStatus(before, before, { ...before, role: 'member', state: 'left' }, cause)
    const moved = { ...left, merge: { id: merge.id, kept: before.history.length } }
    const there = await tx.get(chapterMemberships, membershipId(merge.into, before.member))
    const after = joined(there, before, merge.into, cause)
    const kept = there?.history.length ?? 0
    await writer.put(tx, moved, ...(after ? [{ ...after, merge: { id: merge.id, kept } }] : []))
    if (!isActive(before)) return
    const [from, into] = await chaptersOf(tx, merge)
    const fact = { actor: { id: merge.by }, chapter: into, member: before.member }
    await record(tx, { action: 'moved_by_merge', ...fact, before: { chapter: from.name } })
  }

  const moveSome = (merge: ChapterMerge): Promise<boolean> =>
    store.transact(async (tx) => {
      const members = (await isStill(tx, merge)) ? await nextMembers(tx, merge.from) : []
      for (const each of members) await moveOne(tx, merge, each)
      return members.length > 0
    })

  /** A member who has another home since then is a guest, and one who has left stays out. */
  async function returnOne(tx: Transaction, merge: ChapterMerge, id: string) {
    const before = await tx.get(chapterMemberships, id)
    if (before?.merge?.id !== merge.id) return
    const there = await tx.get(chapterMemberships, membershipId(merge.into, before.member))
    if (there?.state === 'left' && !there.move) return
    const isUnchanged = there?.merge?.id === merge.id
    const was = there && withHistory(there, there.merge?.kept ?? 0)
    const back = withHistory(before, before.merge.kept)!
    const home = await otherHome(tx, before.member, merge.from)
    const isGuest = back.kind === 'home' && home !== undefined && !(isUnchanged && home.id === there.id)
    const cause = causedBy({ id: merge.by })
    const again = isGuest ? withStatus(back, back, { ...back, kind: 'guest' }, cause) : back
    if (!isUnchanged) await writer.put(tx, again)
    else if (was) await writer.put(tx, again, was)
    else await writer.replace(tx, there, again)
    if (!isActive(back)) return
    const [from, into] = await chaptersOf(tx, merge)
    const fact = { actor: { id: merge.by }, chapter: from, member: before.member }
    await record(tx, { action: 'returned_from_merge', ...fact, before: { chapter: into.name } })
  }

  return {
    async move(merge: ChapterMerge): Promise<void> {
      while (await moveSome(merge));
    },

    async moveBack(merge: ChapterMerge): Promise<void> {
      const where = { chapter: merge.from, role: 'member', state: 'left' } as const
      const moved: string[] = []
      for await (const each of eachOf(store, chapterMemberships, { where }))
        if (each.merge?.id === merge.id) moved.push(each.id)
      for (const ids of batchesOf(moved, AT_ONCE))
        await store.transact(async (tx) => {
          if (!(await isStill(tx, merge))) return
          for (const id of ids) await returnOne(tx, merge, id)
        })
    },
  }
}

/** The next members of the chapter, its leads first. */
async function nextMembers(tx: Transaction, chapter: string) {
  for (const state of ['active', 'pending'] as const)
    for (const role of CHAPTER_ROLES) {
      const { items } = await tx.find(chapterMemberships, {
        where: { chapter, role, state },
        limit: AT_ONCE,
      })
      if (items.length > 0) return items
    }
  return []
}

const chaptersOf = async (tx: Transaction, { from, into }: ChapterMerge) =>
  (await tx.getMany(chapters, [from, into])) as [ChapterDocument, ChapterDocument]

const higherOf = (...roles: readonly ChapterRole[]) => CHAPTER_ROLES.find((role) => roles.includes(role))!

/**
 * The membership in the chapter that the other became part of. It goes on as it was, with its history. Someone who is in
 * both has the home and the higher role of the two. Undefined if it does not change.
 */
function joined(
  there: Membership | undefined,
  before: Membership,
  into: string,
  cause: Cause,
): Membership | undefined {
  if (there?.state === 'active') {
    const kind = before.kind === 'home' ? 'home' : there.kind
    const role = higherOf(before.role, there.role)
    const isSame = !isActive(before) || (kind === there.kind && role === there.role)
    if (isSame) return undefined
    const industry = before.industry ?? there.industry
    return { ...withStatus(there, there, { kind, role, state: 'active' }, cause), industry }
  }
  if (before.state === 'pending' && (there?.state === 'pending' || there?.state === 'declined'))
    return undefined
  const { move: _, offeredAt: __, termNews: ___, ...membership } = before
  const id = membershipId(into, before.member)
  return { ...membership, id, chapter: into, history: [...(there?.history ?? []), ...before.history] }
}
