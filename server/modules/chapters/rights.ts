import {
  can,
  type ChapterAction,
  isAllowedWhenClosed,
  positionIn,
  positionsThatCan,
} from '#shared/chapters/rights.ts'
import type { MemberRole } from '#shared/people/roles.ts'
import { among, type Query, sql } from '#server/views/sql.ts'

import type { ChapterDocument } from './chapters/collection.ts'
import type { ChapterMembershipDocument } from './memberships/collection.ts'

interface Viewer {
  id: string
  role: MemberRole
}

/**
 * A right in a chapter; nobody has one in a chapter that is part of another. `of` decides about the document, and `sql` about its row `c` of the view `chapter`; a
 * test compares the two.
 */
export const may = (action: ChapterAction) => ({
  of: (
    chapter: Pick<ChapterDocument, 'listing' | 'state' | 'merged'>,
    { role }: Pick<Viewer, 'role'>,
    membership: ChapterMembershipDocument | undefined,
  ) => !chapter.merged && can(positionIn(role, membership), action, chapter),

  sql({ id, role }: Viewer): Query {
    const isOpen = isAllowedWhenClosed(action) ? sql`1` : sql`c.state <> 'closed'`
    const isAllowed = positionsThatCan(action).some((position) => position === positionIn(role, undefined))
      ? sql`1`
      : sql`EXISTS (SELECT 1 FROM chapterMembership AS own
          WHERE own.member = ${id} AND own.chapter = c.id AND own.position IN ${among(positionsThatCan(action))})`
    return sql`(${isOpen} AND c.mergedInto IS NULL AND (${action === 'see' ? sql`c.isListed = 1` : sql`0`} OR ${isAllowed}))`
  },
})
