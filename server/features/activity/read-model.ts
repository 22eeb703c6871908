import { dayOf, weekOfDay } from '#server/lib/weeks.ts'
import type { Store } from '#server/store/port.ts'

import { type ActivityDocument, memberActivity } from './collection.ts'

/** Weeks of activity that are kept. */
export const WEEKS_KEPT = 12

interface Known {
  /** As `dayOf`; −1 for never. */
  day: number
  weeks: number
  hasMet: boolean
}

export type ActivityReadModel = ReturnType<typeof createActivityReadModel>

/** When each member was last active, and who has met someone, in memory. */
export function createActivityReadModel(store: Pick<Store, 'openFeed'>) {
  const known = new Map<string, Known>()
  const { sync } = store.openFeed(memberActivity, {
    put: (document) => known.set(document.id, compact(document)),
    remove: (id) => known.delete(id),
    reset: () => known.clear(),
  })
  const model = {
    /** The day of `dayOf`; −1 for someone who was never active. */
    lastDayOf: (id: string) => known.get(id)?.day ?? -1,
    hasMet: (id: string) => known.get(id)?.hasMet ?? false,

    /** How many members were active in each of the last weeks, the present one last. @param today as `dayOf` */
    activeByWeek(today: number, count = WEEKS_KEPT): number[] {
      const present = weekOfDay(today)
      const counts = Array.from({ length: count }, () => 0)
      for (const { day, weeks } of known.values()) {
        if (day < 0) continue
        const age = present - weekOfDay(day)
        for (let back = Math.max(0, age); back < count; back += 1) {
          if (weeks & (1 << (back - age))) counts[count - 1 - back]! += 1
        }
      }
      return counts
    },
  }
  return () => sync().then(() => model)
}

const compact = ({ activeOn, weeks, metOn }: ActivityDocument): Known => ({
  day: activeOn === undefined ? -1 : dayOf(Date.parse(activeOn)),
  weeks,
  hasMet: metOn !== undefined,
})
