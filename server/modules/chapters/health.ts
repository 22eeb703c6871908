import * as m from '#shared/chapters/messages.ts'
import type { ChapterHealth, ChaptersHealth } from '#shared/chapters/health.ts'
import { HEALTH_MONTHS, type HealthSort } from '#shared/chapters/rules.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { forbidden } from '#server/lib/failure.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Store } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'
import type { ViewReader } from '#server/views/sql.ts'

import type { ChapterAccess } from './access.ts'
import type { ChapterDocument } from './chapters/collection.ts'
import { boundsOf, monthAfter, monthAt } from './months/calendar.ts'
import { countFigures } from './months/figures.ts'
import { hasEventAhead, knownMonths, loneNewcomers, monthLines, storedMonths } from './months/queries.ts'
import { leadOffers } from './succession/queries.ts'
import { may } from './rights.ts'

interface Deps {
  store: Store
  clock: Clock
  access: ChapterAccess
}

export type ChapterHealthService = ReturnType<typeof createChapterHealth>

/** The health of chapters, for their leads and for admins. */
export function createChapterHealth({ store, clock, access }: Deps) {
  /** Stored months and the present one. The last one is counted here, too, until it is stored. */
  function monthsOf(views: ViewReader, { id, timeZone, createdAt }: ChapterDocument) {
    const now = isoInstant(clock())
    const present = monthAt(clock(), timeZone)
    const counted = [present, monthAfter(present, -1)].map((month) => {
      const { from, to } = boundsOf(month, timeZone)
      return { month, from, to: to < now ? to : now }
    })
    const stored = storedMonths(views, id)
    const live = counted
      .filter(({ month, to }) => createdAt < to && !stored.some((each) => each.month === month))
      .map(({ month, from, to }) => ({ month, ...countFigures(views, id, { from, to }) }))
    return [...live, ...stored].slice(0, HEALTH_MONTHS).toReversed()
  }

  return {
    /** @throws Failure 403, 404 */
    async ofChapter(actor: Actor, slug: string): Promise<ChapterHealth> {
      const { chapter, own } = await access.find(store, actor, slug)
      if (!may('seeHealth').of(chapter, actor, own))
        throw forbidden('chapter_right_required', m.rightRequired())
      const views = await store.views()
      return {
        months: monthsOf(views, chapter),
        newcomers: loneNewcomers(views, actor, chapter.id, clock()),
        offers: leadOffers(views, actor, chapter.id),
        hasEventAhead: hasEventAhead(views, chapter.id, clock()),
      }
    },

    /** A stored month of all chapters; by default the latest. Only for admins. @throws BadCursor */
    async ofAll({
      month,
      sort = 'name',
      order = 'up',
      cursor,
    }: {
      month?: string
      sort?: HealthSort
      order?: 'up' | 'down'
      cursor?: string
    }): Promise<ChaptersHealth> {
      if (!access.areShown()) return { items: [], months: [] }
      const views = await store.views()
      const months = knownMonths(views)
      const shown = month ?? months[0] ?? ''
      const query = fingerprint('chapter-months', shown, sort, order)
      const page = pageAt(cursor, query, (range) =>
        monthLines(views, { month: shown, sort, order, ...range }),
      )
      return { ...page, months }
    },
  }
}
