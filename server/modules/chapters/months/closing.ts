import { HEALTH_MONTHS } from '#shared/chapters/rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import { boundsOf, monthAfter, monthAt } from './calendar.ts'
import { chapterMonthId, chapterMonths } from './collection.ts'
import { countFigures } from './figures.ts'
import { type CountedChapter, countedChapters } from './queries.ts'

/** After the end of a month it is counted again: meetings can be confirmed for 14 days, and people checked in late. */
const SETTLED_AFTER = 15 * DAY

interface Deps {
  store: Store
  clock: Clock
  /** Whether members see chapters. */
  areShown: () => boolean
}

/** Stores the figures of months that are over: once they end, and again when they are settled. */
export function createMonthClosing({ store, clock, areShown }: Deps) {
  async function close(chapter: CountedChapter, { month, from, to }: Month) {
    const countedAt = isoInstant(clock())
    const figures = countFigures(await store.views(), chapter.id, { from, to })
    const id = chapterMonthId(chapter.id, month)
    await store.transact(async (tx) => {
      const stored = await tx.get(chapterMonths, id)
      // Another replica has counted it meanwhile.
      if (stored && !isDue(stored.countedAt, to, clock())) return
      tx.put(chapterMonths, { id, chapter: chapter.id, month, ...figures, countedAt })
    })
  }

  return {
    /** Months before the server first ran are counted, too, as far back as they are shown. */
    async closeDue(): Promise<void> {
      if (!areShown()) return
      for (const chapter of countedChapters(await store.views()))
        for (const month of dueMonths(chapter, clock())) await close(chapter, month)
    },
  }
}

interface Month {
  month: string
  from: string
  to: string
}

function dueMonths(chapter: CountedChapter, now: number): Month[] {
  const { timeZone, createdAt, closedAt, countedAt } = chapter
  const present = monthAt(now, timeZone)
  return Array.from({ length: HEALTH_MONTHS - 1 }, (_, back) => monthAfter(present, -1 - back))
    .map((month) => ({ month, ...boundsOf(month, timeZone) }))
    .filter(({ from, to }) => createdAt < to && (closedAt === undefined || closedAt >= from))
    .filter(({ month, to }) => isDue(countedAt[month], to, now))
}

function isDue(countedAt: string | undefined, to: string, now: number) {
  const settledAt = Date.parse(to) + SETTLED_AFTER
  return countedAt === undefined || (now >= settledAt && Date.parse(countedAt) < settledAt)
}
