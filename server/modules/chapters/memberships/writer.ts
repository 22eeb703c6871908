import type { People } from '#server/modules/people/module.ts'
import type { Transaction } from '#server/store/port.ts'

import { type ChapterMembershipDocument, chapterMemberships } from './collection.ts'

export type MembershipWriter = ReturnType<typeof createMembershipWriter>

/**
 * The only way to change the state of memberships. The member's document names the chapters in which they are active, too:
 * the directory finds them by it. All memberships of a member that change in one transaction must be in one call.
 */
export function createMembershipWriter(members: Pick<People['members'], 'changeChapters'>) {
  return {
    async put(
      tx: Transaction,
      ...memberships: readonly [ChapterMembershipDocument, ...ChapterMembershipDocument[]]
    ): Promise<void> {
      for (const membership of memberships) tx.put(chapterMemberships, membership)
      await members.changeChapters(tx, memberships[0].member, statesOf(memberships))
    },

    /** Deletes a membership in favour of another one of the member. */
    async replace(
      tx: Transaction,
      { id, chapter, member }: ChapterMembershipDocument,
      by: ChapterMembershipDocument,
    ): Promise<void> {
      tx.delete(chapterMemberships, id)
      tx.put(chapterMemberships, by)
      await members.changeChapters(tx, member, statesOf([{ chapter, state: 'left' }, by]))
    },
  }
}

const statesOf = (memberships: readonly Pick<ChapterMembershipDocument, 'chapter' | 'state'>[]) =>
  new Map(memberships.map(({ chapter, state }) => [chapter, state === 'active']))
