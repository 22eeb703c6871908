import { positionOf } from '#shared/chapters/rights.ts'
import { defineView } from '#server/views/view.ts'

import { type ChapterMembershipDocument, chapterMemberships } from './collection.ts'
import { renewedAt } from './term.ts'

/** `leftAt` of members who have not left. */
const STILL_IN = '9999'

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
    /** Since when the member has been its lead. */
    leadSince: 'TEXT',
    renewedAt: 'TEXT NOT NULL',
    termNews: 'TEXT',
    offeredAt: 'TEXT',
  },
  lists: {
    /** From each time at which someone became an active member of a chapter until the next at which they left it. */
    chapterStay: {
      columns: {
        chapter: 'TEXT NOT NULL',
        member: 'TEXT NOT NULL',
        joinedAt: 'TEXT NOT NULL',
        leftAt: 'TEXT NOT NULL',
      },
      key: ['chapter', 'joinedAt', 'number'],
      indexes: ['chapter, leftAt'],
    },
  },
  indexes: [
    'member, chapter, position',
    'chapter, state, since, member',
    'chapter, role, state, member',
    'chapter, offeredAt',
  ],
  counts: { chapterMemberCount: { of: 'chapterMembership', by: ['chapter', 'state'] } },
  rowsOf: (membership) => {
    const { chapter, member, kind, role, state, since, by, move, offeredAt, termNews } = membership
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
        leadSince: leadSinceOf(membership),
        renewedAt: renewedAt(membership),
        termNews,
        offeredAt,
      },
      chapterStay: staysOf(membership).map((stay) => ({ chapter, member, ...stay })),
    }
  },
})

function staysOf({ history }: ChapterMembershipDocument) {
  const stays: { joinedAt: string; leftAt: string }[] = []
  for (const [index, { state, at }] of history.entries()) {
    const wasActive = history[index - 1]?.state === 'active'
    if (state === 'active' && !wasActive) stays.push({ joinedAt: at, leftAt: STILL_IN })
    else if (state !== 'active' && wasActive) stays.push({ joinedAt: stays.pop()!.joinedAt, leftAt: at })
  }
  return stays.filter(({ joinedAt, leftAt }) => joinedAt < leftAt)
}

function leadSinceOf({ history }: ChapterMembershipDocument) {
  const other = history.findLastIndex(({ role, state }) => role !== 'lead' || state !== 'active')
  return history[other + 1]?.at
}
