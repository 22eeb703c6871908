import { MY_CHAPTERS } from '#shared/lib/paths.ts'
import { positionsThatCan } from '#shared/chapters/rights.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Store } from '#server/store/port.ts'
import { among, type Query, sql } from '#server/views/sql.ts'

import type { ChapterAccess } from './access.ts'

/** Limits the directory to the active members of one chapter, or of those of the viewer. */
export const createDirectoryScope =
  (store: Store, access: ChapterAccess) => async (viewer: Pick<Actor, 'id' | 'role'>, slug: string) => {
    if (slug === MY_CHAPTERS) return scopeOf(`mine ${viewer.id}`, chaptersOf(viewer.id))
    const found = await access.seen(store, viewer, slug)
    return found && scopeOf(found.chapter.id, sql`(${found.chapter.id})`)
  }

const chaptersOf = (memberId: string) => sql`(SELECT mine.chapter FROM chapterMembership AS mine
  WHERE mine.member = ${memberId} AND mine.position IN ${among(positionsThatCan('attend'))})`

const scopeOf = (key: string, chapters: Query) => ({
  key,
  has: (id: Query) => sql`EXISTS (SELECT 1 FROM chapterMembership AS inScope
    WHERE inScope.member = ${id} AND inScope.chapter IN ${chapters}
      AND inScope.position IN ${among(positionsThatCan('attend'))})`,
  members: sql`SELECT own.member FROM chapterMembership AS own
    WHERE own.chapter IN ${chapters} AND own.state = 'active'`,
})
