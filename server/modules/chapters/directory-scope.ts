import { MY_CHAPTERS } from '#shared/lib/paths.ts'
import { positionsThatCan } from '#shared/chapters/rights.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Store } from '#server/store/port.ts'
import { among, type Query, sql } from '#server/views/sql.ts'

import type { ChapterAccess } from './access.ts'

/** Limits the directory to the active members of one chapter, or of those of the viewer. */
export const createDirectoryScope =
  (store: Store, access: ChapterAccess) => async (viewer: Pick<Actor, 'id' | 'role'>, slug: string) => {
    if (slug === MY_CHAPTERS) {
      const all = membersOf(sql`IN ${chaptersOf(viewer.id)}`)
      return { key: `mine ${viewer.id}`, members: sql`SELECT DISTINCT member FROM (${all})` }
    }
    const found = await access.seen(store, viewer, slug)
    return found && { key: found.chapter.id, members: membersOf(sql`= ${found.chapter.id}`) }
  }

const chaptersOf = (memberId: string) => sql`(SELECT mine.chapter FROM chapterMembership AS mine
  WHERE mine.member = ${memberId} AND mine.position IN ${among(positionsThatCan('attend'))})`

/** @param isChapter the rest of a comparison with the chapter */
const membersOf = (isChapter: Query) =>
  sql`SELECT member FROM chapterMembership WHERE chapter ${isChapter} AND state = 'active'`
