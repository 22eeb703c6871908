import { positionOf } from '#shared/chapters/rights.ts'
import { defineView } from '#server/views/view.ts'

import { chapterMemberships } from './collection.ts'

/** Memberships in chapters. `position`: in the chapter, if it gives one. */
export const chapterMembershipView = defineView({
  of: chapterMemberships,
  name: 'chapterMembership',
  columns: {
    chapter: 'TEXT NOT NULL',
    member: 'TEXT NOT NULL',
    kind: 'TEXT NOT NULL',
    role: 'TEXT NOT NULL',
    state: 'TEXT NOT NULL',
    position: 'TEXT',
    since: 'TEXT NOT NULL',
    isInvited: 'INTEGER NOT NULL',
    /** ISO instant of the move that can be undone. */
    movedAt: 'TEXT',
  },
  indexes: ['member, chapter, position', 'chapter, state, since, member', 'chapter, role, state, member'],
  counts: { chapterMemberCount: { of: 'chapterMembership', by: ['chapter', 'state'] } },
  rowsOf: (membership) => {
    const { chapter, member, kind, role, state, since, by, move } = membership
    return {
      chapterMembership: {
        chapter,
        member,
        kind,
        role,
        state,
        position: positionOf(membership),
        since,
        isInvited: state === 'pending' && by !== member,
        movedAt: state === 'active' ? move?.at : undefined,
      },
    }
  },
})
