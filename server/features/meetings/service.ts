import { PAGE_SIZE } from '#shared/constants.ts'
import type { MeetingTogether } from '#shared/meetings.ts'
import { allOf } from '#server/lib/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import { type MeetingDocument, meetings } from './collection.ts'

const MINUTE = 60 * 1_000
const MAX_DURATION_MINUTES = 120
const MAX_TOGETHER = 20

export type MeetingService = ReturnType<typeof createMeetingService>

export function createMeetingService({ store, clock }: { store: Store; clock: Clock }) {
  return {
    /** All meetings of the member, latest proposal first. */
    ofMember: (memberId: string, cursor?: string) =>
      store.find(meetings, {
        contains: withMember(memberId),
        orderBy: 'proposedAt',
        direction: 'desc',
        limit: PAGE_SIZE,
        ...(cursor && { cursor }),
      }),

    /** Scheduled meetings that start before `until` (ISO instant) and are not over. */
    async scheduled(memberId: string, until: string) {
      const now = clock()
      const page = await store.find(meetings, {
        where: { status: 'scheduled' },
        contains: withMember(memberId),
        orderBy: 'startsAt',
        range: { gte: isoInstant(now - MAX_DURATION_MINUTES * MINUTE), lt: until },
        limit: PAGE_SIZE,
      })
      return page.items.filter(
        ({ startsAt = '', durationMinutes }) => Date.parse(startsAt) + durationMinutes * MINUTE > now,
      )
    },

    /** Scheduled meetings that start at `from` (ISO instant) or later, as calendar entries. */
    async inCalendar(memberId: string, from: string) {
      const scheduled = await allOf(store, meetings, {
        where: { status: 'scheduled' },
        contains: withMember(memberId),
        orderBy: 'startsAt',
        range: { gte: from },
      })
      return scheduled.map(({ id, purpose, startsAt = '', durationMinutes, proposedAt }) => ({
        id,
        purpose,
        startsAt,
        durationMinutes,
        sequence: 0,
        changedAt: proposedAt,
      }))
    },

    exportOf: (memberId: string) =>
      allOf(store, meetings, {
        contains: withMember(memberId),
        orderBy: 'proposedAt',
        direction: 'desc',
      }),

    /** Meetings with both, latest proposal first. Promises of a third participant are left out. */
    async together(viewerId: string, memberId: string): Promise<MeetingTogether[]> {
      const all = await allOf(store, meetings, {
        contains: withMember(viewerId),
        orderBy: 'proposedAt',
        direction: 'desc',
      })
      const both = all.filter(({ participants }) => participants.includes(memberId))
      return both.slice(0, MAX_TOGETHER).map((meeting) => meetingTogether(meeting, [viewerId, memberId]))
    },
  }
}

function meetingTogether(
  { outcomes = [], promises = [], ...meeting }: MeetingDocument,
  pair: readonly string[],
) {
  const openPromises = promises.filter(({ state, owner }) => state === 'open' && pair.includes(owner))
  return { ...meeting, outcomes, openPromises }
}

const withMember = (memberId: string) => ({ field: 'participants', value: memberId })
