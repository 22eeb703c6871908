import type { Availability, AvailabilityEdit } from '#shared/availability.ts'
import { availabilityErrors, sortedHours, USUAL_HOURS } from '#shared/availability-rules.ts'
import type { BestTimes } from '#shared/meetings.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { invalidFields, stale } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'

import { availability, type AvailabilityDocument } from './collection.ts'
import { bestTimes, type Participant } from './best-times.ts'
import { busyTimes } from './queries.ts'

interface Deps {
  store: Store
  clock: Clock
  ownProfile: (member: { id: string }) => Promise<{ timeZone: string }>
  /** Of active members, with whether the viewer is connected with them, and whether their zone can be shown. */
  timeZones: (
    viewerId: string,
    memberIds: readonly string[],
  ) => Promise<{ memberId: string; timeZone: string; connected: boolean; visible: boolean }[]>
}

const HOUR = 60 * 60_000
/** Nobody is surprised by a meeting on the same day, and nobody plans further ahead. */
const EARLIEST = 12 * HOUR
const LATEST = 14 * 24 * HOUR

const UNSET: AvailabilityEdit = { windows: USUAL_HOURS, daysOff: [] }

export type AvailabilityService = ReturnType<typeof createAvailabilityService>

/** Weekly windows in which members are happy to meet. Only their owner ever sees them. */
export function createAvailabilityService({ store, clock, ownProfile, timeZones }: Deps) {
  return {
    async own(memberId: string): Promise<Availability> {
      const [stored, { timeZone }] = await Promise.all([
        store.get(availability, memberId),
        ownProfile({ id: memberId }),
      ])
      return { ...(stored ?? UNSET), version: stored?.version ?? 0, timeZone }
    },

    /**
     * Replaces all windows and days off, if `version` is still the latest. Never set: version 0.
     * @throws Failure 400 with the fields that are wrong, 412 when it was changed elsewhere
     */
    async save(memberId: string, version: number, sent: AvailabilityEdit): Promise<Availability> {
      const errors = availabilityErrors(sent)
      if (Object.keys(errors).length > 0) throw invalidFields(errors)
      const edit = sortedHours(sent)
      const { timeZone } = await ownProfile({ id: memberId })
      return store.transact(async (tx) => {
        const before = await tx.get(availability, memberId)
        const latest = before?.version ?? 0
        // A retry after a lost response: the edit is already saved.
        if (before && latest === version + 1 && isSaved(before, edit)) return { ...before, timeZone }
        if (latest !== version) throw stale('availability', 'You')
        const after = { id: memberId, version: version + 1, changedAt: isoInstant(clock()), ...edit }
        tx.put(availability, after)
        return { ...after, timeZone }
      })
    },

    /**
     * Times that suit the viewer and these connections of theirs, from tomorrow on and within two weeks.
     * @throws Failure 400 when one of them cannot be invited, the same for each reason
     */
    async bestTimes(
      viewerId: string,
      { participants, durationMinutes }: { participants: readonly string[]; durationMinutes: number },
    ): Promise<BestTimes> {
      const ids = [viewerId, ...participants]
      const zones = await timeZones(viewerId, ids)
      const invited = zones.filter(({ memberId, connected }) => connected && memberId !== viewerId)
      if (zones.length !== ids.length || invited.length !== participants.length) throw notAvailable()
      const now = clock()
      const range = { start: now + EARLIEST, end: now + LATEST }
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
      const found = bestTimes({ participants: [viewer!, ...others], durationMinutes, range })
      const soonest = found.length > 1 ? Math.min(...found) : undefined
      return {
        items: found.map((start) => ({
          startsAt: isoInstant(start),
          reason:
            start === soonest ? 'Within everyone’s hours, and the soonest.' : 'Within everyone’s hours.',
        })),
        zones: zones.flatMap(({ memberId, timeZone, visible }) => (visible ? [{ memberId, timeZone }] : [])),
      }
    },

    /** What the member set; nothing before they did. */
    async exportOf(memberId: string): Promise<AvailabilityEdit> {
      const { windows, daysOff } = (await store.get(availability, memberId)) ?? { windows: [], daysOff: [] }
      return { windows, daysOff }
    },

    forget: (memberId: string) => store.transact(async (tx) => tx.delete(availability, memberId)),
  }
}

const isSaved = ({ windows, daysOff }: AvailabilityDocument, edit: AvailabilityEdit) =>
  JSON.stringify({ windows, daysOff }) === JSON.stringify(edit)

const notAvailable = () =>
  invalidFields({ participants: 'Someone you chose isn’t available for a meeting right now.' })
