import {
  type ChapterMembershipDocument,
  chapterMemberships,
} from '#server/modules/chapters/memberships/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { eachOf } from '#server/store/all-of.ts'
import type { Store } from '#server/store/port.ts'

const lacksIndustry = ({ kind, state, industry }: ChapterMembershipDocument) =>
  kind === 'home' && state === 'active' && industry === undefined

/**
 * Stores the industry of members who joined their home chapter before chapters had seats per industry. It is in another
 * document, so the collection cannot add it when it reads the membership. Safe to repeat, and while the server runs.
 * @returns the number of memberships that were changed
 */
export async function fillIndustries(store: Store): Promise<number> {
  let filled = 0
  for await (const found of eachOf(store, chapterMemberships, {})) {
    if (!lacksIndustry(found)) continue
    await store.transact(async (tx) => {
      const [membership, member] = await Promise.all([
        tx.get(chapterMemberships, found.id),
        tx.get(members, found.member),
      ])
      if (membership && lacksIndustry(membership))
        tx.put(chapterMemberships, { ...membership, industry: member?.industry ?? '' })
    })
    filled += 1
  }
  return filled
}
