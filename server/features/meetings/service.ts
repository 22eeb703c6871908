import { PAGE_SIZE } from '#shared/constants.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import { meetings } from './collection.ts'

export type MeetingService = ReturnType<typeof createMeetingService>

export function createMeetingService({ store, clock }: { store: Store; clock: Clock }) {
  return {
    /** Every meeting the member takes part in, the latest proposal first. */
    ofMember: (memberId: string, cursor?: string) =>
      store.find(meetings, {
        contains: withMember(memberId),
        orderBy: 'proposedAt',
        direction: 'desc',
        limit: PAGE_SIZE,
        ...(cursor && { cursor }),
      }),

    /** Scheduled meetings of the member that start before `until` (ISO instant). */
    async scheduled(memberId: string, until: string) {
      const page = await store.find(meetings, {
        where: { status: 'scheduled' },
        contains: withMember(memberId),
        orderBy: 'startsAt',
        range: { gte: isoInstant(clock()), lt: until },
        limit: PAGE_SIZE,
      })
      return page.items
    },
  }
}

const withMember = (memberId: string) => ({ field: 'participants', value: memberId })
