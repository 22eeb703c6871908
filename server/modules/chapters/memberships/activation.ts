import * as m from '#shared/chapters/messages.ts'
import { conflict } from '#server/lib/failure.ts'
import { allOf } from '#server/store/all-of.ts'
import type { Transaction } from '#server/store/port.ts'
import { type ChapterDocument, chapters } from '#server/modules/chapters/chapters/collection.ts'

import { type ChapterMembershipDocument, chapterMemberships } from './collection.ts'
import { type Cause, isActive, withStatus } from './status.ts'
import type { MembershipWriter } from './writer.ts'

/** The member's home chapter, other than this one. */
export const otherHome = async (tx: Pick<Transaction, 'find'>, member: string, chapter: string) =>
  (await allOf(tx, chapterMemberships, { where: { member, kind: 'home', state: 'active' } })).find(
    (home) => home.chapter !== chapter,
  )

/**
 * Makes a membership active. A new home chapter replaces the former one in the same transaction.
 * @throws Failure 409 for the only lead of the former one
 */
export async function activate(
  tx: Transaction,
  writer: MembershipWriter,
  before: ChapterMembershipDocument | undefined,
  {
    chapter,
    member,
    kind,
    role,
    industry,
  }: Pick<ChapterMembershipDocument, 'chapter' | 'member' | 'kind' | 'role' | 'industry'>,
  cause: Cause,
): Promise<ChapterMembershipDocument> {
  const status = { kind, role, state: 'active' } as const
  const after = { ...withStatus(before, { chapter, member }, status, cause), industry }
  const former = kind === 'home' ? await otherHome(tx, member, chapter) : undefined
  if (!former) {
    await writer.put(tx, after)
    return after
  }
  await assertNotOnlyLead(tx, await tx.get(chapters, former.chapter), former)
  const left = withStatus(former, former, { ...former, state: 'left' }, cause)
  const moved = { ...after, move: { at: cause.at, other: former.id } }
  await writer.put(tx, { ...left, move: { at: cause.at, other: after.id } }, moved)
  return moved
}

/**
 * The last lead stays until there is another one. Both leads of two who remove each other at once read the leads here, so
 * that only one of the two commits.
 * @throws Failure 409
 */
export async function assertNotOnlyLead(
  tx: Pick<Transaction, 'find'>,
  chapter: ChapterDocument | undefined,
  { chapter: id, role, ...membership }: ChapterMembershipDocument,
) {
  if (role !== 'lead' || membership.state !== 'active' || chapter?.state === 'closed') return
  const where = { chapter: id, role, state: 'active' }
  const leads = await tx.find(chapterMemberships, { where, limit: 2 })
  if (leads.items.filter(isActive).length > 1) return
  throw conflict('last_lead', m.lastLead({ chapter: chapter?.name ?? '' }))
}
