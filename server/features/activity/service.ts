import { LRUCache } from 'lru-cache'
import type { BaseLogger } from 'pino'

import type { Clock } from '#server/lib/clock.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { dateOfDay, dayOf, mondayOf, weekOfDay } from '#server/lib/weeks.ts'
import type { Store } from '#server/store/port.ts'

import { type ActivityDocument, meetingCounts, memberActivity } from './collection.ts'
import { activeByWeek, metAmong } from './queries.ts'

export interface HeldMeeting {
  startsAt: string
  /** Members who confirmed that it took place. */
  people: readonly string[]
}

interface Deps {
  store: Store
  clock: Clock
  log: Pick<BaseLogger, 'warn'>
  /** By their start, from an ISO instant on; the empty string stands for all. */
  heldMeetings: (from: string) => AsyncIterable<HeldMeeting>
}

/** Weeks of activity that are kept. */
const WEEKS_KEPT = 12
const REMEMBERED = 50_000
const HOUR = 60 * 60 * 1_000
/** A meeting can be confirmed for two weeks after it. */
const WEEKS_RECOUNTED = 4
const MASK = 2 ** WEEKS_KEPT - 1
const COUNTS = 'held'

export type ActivityService = ReturnType<typeof createActivityService>

/** Records when members are active and who has met someone; by the day, never what they did. */
export function createActivityService({ store, clock, log, heldMeetings }: Deps) {
  /** Days by member: nothing is asked of the store twice on one day. */
  const recorded = new LRUCache<string, number>({ max: REMEMBERED })

  const change = (id: string, update: (before: ActivityDocument) => ActivityDocument) =>
    store.transact(async (tx) => {
      const before = (await tx.get(memberActivity, id)) ?? { id, weeks: 0 }
      const after = update(before)
      if (after !== before) tx.put(memberActivity, after)
    })

  async function markMet(people: ReadonlyMap<string, string>) {
    const known = metAmong(await store.views(), people.keys())
    for (const [id, metOn] of people) {
      if (!known.has(id)) await change(id, (before) => (before.metOn ? before : { ...before, metOn }))
    }
  }

  let countedHere = -Infinity

  return {
    /** Never throws and does not block: using the product does not depend on being recorded. */
    recordActive(id: string): void {
      const day = dayOf(clock())
      if (recorded.get(id) === day) return
      recorded.set(id, day)
      change(id, (before) => active(before, day)).catch((error: unknown) => {
        recorded.delete(id)
        log.warn({ err: error }, 'a member’s activity could not be recorded')
      })
    },

    /** Once an hour, on one replica: who has met someone, and how many meetings were held in each week. */
    async countMeetings(): Promise<void> {
      if (clock() - countedHere < HOUR) return
      const before = await store.transact(async (tx) => {
        const stored = await tx.get(meetingCounts, COUNTS)
        const counts = stored ?? { id: COUNTS, countedAt: '', weeks: {} }
        if (counts.countedAt > isoInstant(clock() - HOUR)) return undefined
        tx.put(meetingCounts, { ...counts, countedAt: isoInstant(clock()) })
        return counts
      })
      countedHere = clock()
      if (!before) return
      const from = mondayOf(weekOfDay(dayOf(clock())) - WEEKS_RECOUNTED)
      const weeks = Object.fromEntries(
        before.complete ? Object.entries(before.weeks).filter(([week]) => week < from) : [],
      )
      const people = new Map<string, string>()
      for await (const meeting of heldMeetings(before.complete ? from : '')) {
        const day = dayOf(Date.parse(meeting.startsAt))
        const week = mondayOf(weekOfDay(day))
        weeks[week] = (weeks[week] ?? 0) + 1
        for (const id of meeting.people) if (!people.has(id)) people.set(id, dateOfDay(day))
      }
      await markMet(people)
      await store.transact(async (tx) =>
        tx.put(meetingCounts, { id: COUNTS, countedAt: isoInstant(clock()), complete: true, weeks }),
      )
    },

    /** Meetings held in each of the last weeks, the present one last. One read. */
    async meetingsByWeek(count = WEEKS_KEPT): Promise<number[]> {
      const stored = await store.get(meetingCounts, COUNTS)
      const present = weekOfDay(dayOf(clock()))
      return Array.from({ length: count }, (_, at) => stored?.weeks[mondayOf(present - count + 1 + at)] ?? 0)
    },

    /** How many members were active in each of the last weeks, the present one last. */
    activeByWeek: async (count = WEEKS_KEPT) => activeByWeek(await store.views(), dayOf(clock()), count),

    async exportOf(id: string) {
      const { activeOn, weeks = 0, metOn } = (await store.get(memberActivity, id)) ?? {}
      const last = activeOn === undefined ? 0 : weekOfDay(dayOf(Date.parse(activeOn)))
      const back = Array.from({ length: WEEKS_KEPT }, (_, at) => at).filter((at) => weeks & (1 << at))
      return {
        activeWeeks: back.map((at) => mondayOf(last - at)),
        ...(activeOn && { activeOn }),
        ...(metOn && { metOn }),
      }
    },

    forget: (id: string): Promise<void> => store.transact(async (tx) => tx.delete(memberActivity, id)),
  }
}

const active = (before: ActivityDocument, day: number): ActivityDocument => {
  const last = before.activeOn === undefined ? undefined : dayOf(Date.parse(before.activeOn))
  if (last !== undefined && last >= day) return before
  const age = last === undefined ? WEEKS_KEPT : weekOfDay(day) - weekOfDay(last)
  const older = age >= WEEKS_KEPT ? 0 : (before.weeks << age) & MASK
  return { ...before, activeOn: dateOfDay(day), weeks: older | 1 }
}
