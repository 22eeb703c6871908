import { MY_CHAPTERS } from '#shared/lib/paths.ts'
import { positionsThatCan } from '#shared/chapters/rights.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Store } from '#server/store/port.ts'
import { among, sql } from '#server/views/sql.ts'

import type { ChapterAccess } from './access.ts'

/** The ids of the chapters to which the directory is limited: one that the viewer sees, or their own. */
export const createDirectoryChapters =
  (store: Store, access: ChapterAccess) =>
  async (viewer: Pick<Actor, 'id' | 'role'>, slug: string): Promise<string[]> => {
    if (slug !== MY_CHAPTERS) {
      const found = await access.seen(store, viewer, slug)
      return found ? [found.chapter.id] : []
    }
    return (await store.views()).column(sql`
      SELECT chapter FROM chapterMembership
      WHERE member = ${viewer.id} AND position IN ${among(positionsThatCan('attend'))} ORDER BY chapter`)
  }
