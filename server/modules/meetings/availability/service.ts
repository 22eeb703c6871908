import * as m from '#shared/meetings/messages.ts'
import type { Availability, AvailabilityEdit } from '#shared/meetings/availability.ts'
import {
  availabilityErrors,
  BEST_TIMES,
  GRID,
  sortedHours,
  USUAL_HOURS,
} from '#shared/meetings/availability-rules.ts'
import type { BestTimes, BestTimesQuery } from '#shared/meetings/schema.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { People } from '#server/modules/people/module.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { assertValid, invalidFields, stale } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'
import { AvailabilityEditSchema } from '#shared/meetings/availability.ts'

import { availability, type AvailabilityDocument } from './collection.ts'
import { bestTimes, type Participant } from './best-times.ts'
import { busyTimes } from './queries.ts'

interface Deps {
  store: Store
  clock: Clock
  people: People
}

const UNSET: AvailabilityEdit = { windows: USUAL_HOURS, daysOff: [] }

export type AvailabilityService = ReturnType<typeof createAvailabilityService>

/** Weekly windows in which members are available for meetings. Only their owner ever sees them. */
export function createAvailabilityService({ store, clock, people }: Deps) {
  const { members } = people

  return {
    async own(memberId: string): Promise<Availability> {
      const [stored, { timeZone }] = await Promise.all([
        store.get(availability, memberId),
        members.ownProfile({ id: memberId }),
      ])
      return { ...(stored ?? UNSET), version: stored?.version ?? 0, timeZone }
    },

    /**
     * Replaces all windows and days off, if `version` is still the latest, which is 0 if they were never set.
     * @throws Failure 400 with the invalid fields, 412 when it was changed elsewhere
     */
    async save(memberId: string, version: number, sent: AvailabilityEdit): Promise<Availability> {
      assertValid(availabilityErrors(sent))
      const edit = sortedHours(sent)
      const { timeZone } = await members.ownProfile({ id: memberId })
      return store.transact(async (tx) => {
        const before = await tx.get(availability, memberId)
        const latest = before?.version ?? 0
        // A retry after a lost response: the edit is already saved.
        if (before && latest === version + 1 && isSaved(before, edit)) return { ...before, timeZone }
        // oxlint-disable-next-line prose/untranslated -- A choice of texts, not one.
        if (latest !== version) throw stale('availability', 'own')
        const after = { id: memberId, version: version + 1, changedAt: isoInstant(clock()), ...edit }
        tx.put(availability, after)
        return { ...after, timeZone }
      })
    },

    /**
     * Times for the viewer and these connections of theirs, from tomorrow and within two weeks.
     * @throws Failure 400 when one of them cannot be invited, whatever the reason
     */
    async bestTimes(
      viewerId: string,
      { participants, durationMinutes, busy: edges = [] }: BestTimesQuery,
    ): Promise<BestTimes> {
      const ids = [viewerId, ...participants]
      const zones = await members.timeZones(viewerId, ids)
      const invited = zones.filter(({ memberId, connected }) => connected && memberId !== viewerId)
      if (zones.length !== ids.length || invited.length !== participants.length) throw notAvailable()
      const now = clock()
      const range = { start: now + BEST_TIMES.earliest, end: now + BEST_TIMES.latest }
      const [stored, views] = await Promise.all([store.getMany(availability, ids), store.views()])
      const busy = busyTimes(views, ids, { now: isoInstant(now), until: isoInstant(range.end) })
      const [viewer, ...others] = zones.map(({ memberId, timeZone }, at): Participant => {
        const { windows, daysOff } = stored[at] ?? UNSET
        const own = busy.filter((time) => time.memberId === memberId)
        const times = own.map(({ startsAt, endsAt }) => ({
          start: Date.parse(startsAt),
          end: Date.parse(endsAt),
        }))
        return { timeZone, windows, daysOff, busy: times }
      })
      const own = { ...viewer!, busy: [...viewer!.busy, ...timesBetween(edges)] }
      const found = bestTimes({ participants: [own, ...others], durationMinutes, range })
      const soonest = found.length > 1 ? Math.min(...found) : undefined
      return {
        items: found.map((start) => ({
          startsAt: isoInstant(start),
          reason: start === soonest ? m.bestSoonest() : m.bestFits(),
        })),
        zones: zones.flatMap(({ memberId, timeZone, visible }) => (visible ? [{ memberId, timeZone }] : [])),
      }
    },

    /**
     * Three times, at most, for members who agreed to meet, from tomorrow and within two weeks: common ones, or else in usual
     * working hours of the first of them.
     */
    async timesFor(memberIds: readonly string[], durationMinutes: number): Promise<string[]> {
      const now = clock()
      const range = { start: now + BEST_TIMES.earliest, end: now + BEST_TIMES.latest }
      const [zones, stored, views] = await Promise.all([
        members.timeZonesOf(memberIds),
        store.getMany(availability, memberIds),
        store.views(),
      ])
      const busy = busyTimes(views, memberIds, { now: isoInstant(now), until: isoInstant(range.end) })
      const [first, ...others] = memberIds.map((memberId, at): Participant => ({
        timeZone: zones.get(memberId) ?? 'UTC',
        ...(stored[at] ?? UNSET),
        busy: busy
          .filter((time) => time.memberId === memberId)
          .map(({ startsAt, endsAt }) => ({ start: Date.parse(startsAt), end: Date.parse(endsAt) })),
      }))
      const common = bestTimes({ participants: [first!, ...others], durationMinutes, range })
      const usual = { timeZone: first!.timeZone, ...UNSET, busy: [] }
      const found = common.length > 0 ? common : bestTimes({ participants: [usual], durationMinutes, range })
      return found.map(isoInstant).toSorted()
    },

    /** The member's settings; undefined before they set any. */
    async exportOf(memberId: string): Promise<AvailabilityEdit> {
      const { windows, daysOff } = (await store.get(availability, memberId)) ?? { windows: [], daysOff: [] }
      return { windows, daysOff }
    },

    forget: (memberId: string) => store.transact(async (tx) => tx.delete(availability, memberId)),
  }
}

const isSaved = ({ windows, daysOff }: AvailabilityDocument, edit: AvailabilityEdit) =>
  JSON.stringify({ windows, daysOff }) === JSON.stringify(edit)

/** @param edges quarter hours at which a busy time begins and ends in turn */
const timesBetween = (edges: readonly number[]) =>
  edges.flatMap((edge, at) =>
    at % 2 === 0 ? [{ start: edge * GRID, end: (edges[at + 1] ?? Infinity) * GRID }] : [],
  )

const notAvailable = () => invalidFields({ participants: m.refusedSomeone() })

export const availabilityAccountData = (service: AvailabilityService) =>
  exported({ name: 'availability', collections: [availability], schema: AvailabilityEditSchema }, service)
