import { batchesOf } from '#shared/lib/batches.ts'
import {
  type ChapterMembershipDocument,
  chapterMemberships,
} from '#server/modules/chapters/memberships/collection.ts'
import { isActive } from '#server/modules/chapters/memberships/status.ts'
import { createMembershipWriter } from '#server/modules/chapters/memberships/writer.ts'
import { type MemberDocument, members } from '#server/modules/people/members/collection.ts'
import { changeChapters } from '#server/modules/people/members/writer.ts'
import { eachOf } from '#server/store/all-of.ts'
import type { Store, Transaction } from '#server/store/port.ts'

/** Memberships of one transaction: each is up to two writes. */
const BATCH = 40

const writer = createMembershipWriter({ changeChapters })

/**
 * Stores in memberships of earlier releases the industry of their member, and in the member the chapters in which they are
 * active. Both are in another document, so collections cannot add them when they read one. Safe to repeat, and while the
 * server runs.
 * @returns the number of memberships that were incomplete
 */
export async function completeMemberships(store: Store): Promise<number> {
  const ids: string[] = []
  for await (const { id } of eachOf(store, chapterMemberships, {})) ids.push(id)
  let completed = 0
  for (const some of batchesOf(ids, BATCH)) completed += await store.transact((tx) => completeSome(tx, some))
  return completed
}

async function completeSome(tx: Transaction, ids: readonly string[]): Promise<number> {
  const found = (await tx.getMany(chapterMemberships, ids)).filter((each) => each !== undefined)
  const owners = await tx.getMany(members, [...new Set(found.map(({ member }) => member))])
  const byId = new Map(owners.flatMap((owner) => (owner ? [[owner.id, owner]] : [])))
  const incomplete = found.filter((each) => lacksIndustry(each) || isUnknownTo(byId.get(each.member), each))
  for (const own of Map.groupBy(incomplete, ({ member }) => member).values()) {
    const [first, ...others] = own.map((each) =>
      lacksIndustry(each) ? { ...each, industry: byId.get(each.member)?.industry ?? '' } : each,
    )
    await writer.put(tx, first!, ...others)
  }
  return incomplete.length
}

const lacksIndustry = ({ kind, state, industry }: ChapterMembershipDocument) =>
  kind === 'home' && state === 'active' && industry === undefined

const isUnknownTo = (owner: MemberDocument | undefined, membership: ChapterMembershipDocument) =>
  owner !== undefined && (owner.chapters ?? []).includes(membership.chapter) !== isActive(membership)
