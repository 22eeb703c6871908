import { LRUCache } from 'lru-cache'
import type { BaseLogger } from 'pino'
import { Type } from 'typebox'

import { maxEntries } from '#server/lib/max-entries.ts'
import type { Clock } from '#server/lib/clock.ts'
import { dateOfDay, dayNumber, mondayOf, weekOfDay } from '#server/lib/time/weeks.ts'
import type { Store } from '#server/store/port.ts'
import { exported } from '#server/modules/account-data-part.ts'

import { type ActivityDocument, memberActivity } from './collection.ts'
import { activeByWeek, firstMeetingOf } from './queries.ts'

/** Activity by day and week, without details. */
const ExportedActivitySchema = Type.Object({
  /** Date of the last active day. */
  activeOn: Type.Optional(Type.String()),
  /** The Mondays of the weeks with activity, of the last twelve. */
  activeWeeks: Type.Array(Type.String()),
  /** Date of the first growth meeting that the member confirmed as held. */
  metOn: Type.Optional(Type.String()),
})

interface Deps {
  store: Store
  clock: Clock
  logger: Pick<BaseLogger, 'warn'>
}

/** Number of weeks of activity that are kept. */
const WEEKS_KEPT = 12
const MAX_REMEMBERED = 50_000
const MASK = 2 ** WEEKS_KEPT - 1

export type ActivityService = ReturnType<typeof createActivityService>

/** Records the days on which members are active, but never their actions. */
export function createActivityService({ store, clock, logger }: Deps) {
  /** Days by member, so that the store is read only once a day. */
  const recorded = new LRUCache<string, number>(maxEntries(MAX_REMEMBERED))

  const recordOn = (id: string, day: number) =>
    store.transact(async (tx) => {
      const before = await tx.get(memberActivity, id)
      const after = active(before, id, day)
      if (after !== before) tx.put(memberActivity, after)
    })

  return {
    /** Never throws and does not block: the product works even if recording fails. */
    recordActive(id: string): void {
      const day = dayNumber(clock())
      if (recorded.get(id) === day) return
      recorded.set(id, day)
      recordOn(id, day).catch((error: unknown) => {
        recorded.delete(id)
        logger.warn({ err: error }, 'could not record a member’s activity')
      })
    },

    /** Number of active members in each of the last weeks, the current one last. */
    activeByWeek: async (count = WEEKS_KEPT) => activeByWeek(await store.views(), dayNumber(clock()), count),

    async exportOf(id: string) {
      const { activeOn, weeks = 0 } = (await store.get(memberActivity, id)) ?? {}
      const metAt = firstMeetingOf(await store.views(), id)
      const last = activeOn === undefined ? 0 : weekOfDay(dayNumber(Date.parse(activeOn)))
      const back = Array.from({ length: WEEKS_KEPT }, (_, at) => at).filter((at) => weeks & (1 << at))
      return {
        activeWeeks: back.map((at) => mondayOf(last - at)),
        activeOn,
        metOn: metAt ? metAt.slice(0, 10) : undefined,
      }
    },

    forget: (id: string): Promise<void> => store.transact(async (tx) => tx.delete(memberActivity, id)),
  }
}

function active(before: ActivityDocument | undefined, id: string, day: number): ActivityDocument {
  if (!before) return { id, activeOn: dateOfDay(day), weeks: 1 }
  const last = dayNumber(Date.parse(before.activeOn))
  if (last >= day) return before
  const age = weekOfDay(day) - weekOfDay(last)
  const older = age >= WEEKS_KEPT ? 0 : (before.weeks << age) & MASK
  return { ...before, activeOn: dateOfDay(day), weeks: older | 1 }
}

export const activityAccountData = (service: ActivityService) =>
  exported({ name: 'activity', collections: [memberActivity], schema: ExportedActivitySchema }, service)
