import { PAGE_SIZE } from '#shared/constants.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'

import { events } from './collection.ts'

export type EventService = ReturnType<typeof createEventService>

export function createEventService({ store, clock }: { store: Store; clock: Clock }) {
  return {
    upcoming: (cursor?: string) =>
      store.find(events, {
        where: { status: 'published' },
        orderBy: 'startsAt',
        range: { gte: isoInstant(clock()) },
        limit: PAGE_SIZE,
        ...(cursor && { cursor }),
      }),

    /** Drafts look absent to those who did not write them. */
    async details(eventId: string) {
      const event = await store.get(events, eventId)
      if (!event || event.status === 'draft') throw notFound('event')
      return event
    },

    /** What the member goes to and that starts before `until` (ISO instant). */
    async going(memberId: string, until: string) {
      const page = await store.find(events, {
        where: { status: 'published' },
        contains: { field: 'going', value: memberId },
        orderBy: 'startsAt',
        range: { gte: isoInstant(clock()), lt: until },
        limit: PAGE_SIZE,
      })
      return page.items
    },
  }
}
