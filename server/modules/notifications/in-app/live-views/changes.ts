import { isUnderWay } from '#shared/conversation/organiser-messages/rules.ts'
import type { Conversation } from '#server/modules/conversation/module.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { Meetings } from '#server/modules/meetings/module.ts'
import type { Rounds } from '#server/modules/rounds/module.ts'

import type { LiveViews } from './live-views.ts'

interface Deps {
  events: Events
  attendance: Attendance
  conversation: Conversation
  meetings: Meetings
  rounds: Rounds
  liveViews: LiveViews
}
const remove = () => {}

/** Notifies live views of changes. */
export function createLiveViewChanges({
  events,
  attendance,
  conversation,
  meetings,
  rounds,
  liveViews,
}: Deps) {
  const { changed, anyChanged } = liveViews
  /** The last count of deliveries for each event, and whether they are still in progress. */
  const deliveries = new Map<string, { seen: string; isUnderWay: boolean }>()

  const reset = anyChanged
  const feeds = [
    attendance.rsvps.openFeed({
      put({ event }) {
        changed(`roster:${event}`)
        changed(`waitlist:${event}`)
      },
      remove,
      reset,
    }),
    events.eventAccess.openFeed({
      put({ id }) {
        changed(`roster:${id}`)
        changed(`waitlist:${id}`)
        changed(`announcements:${id}`)
        changed(`deliveries:${id}`)
      },
      remove,
      reset,
    }),
    rounds.tables.openFeed({
      put: ({ id }) => changed(`roster:${id}`),
      remove,
      reset,
    }),
    conversation.messages.openFeed({
      put({ event }) {
        changed(`announcements:${event}`)
        changed(`deliveries:${event}`)
        deliveries.delete(event)
      },
      remove,
      reset,
    }),
    meetings.meetings.openFeed({
      put(meeting) {
        changed(`meeting:${meeting.id}`)
        for (const member of meetings.meetings.listedFor(meeting)) changed(`meetings:${member}`)
      },
      remove: (id) => changed(`meeting:${id}`),
      reset,
    }),
  ]

  return {
    async start() {
      await Promise.all(feeds.map(({ sync }) => sync()))
      liveViews.start()
    },
    /**
     * Counts the emails of announcements that organisers have open. They change continuously while they are sent, so no
     * change of a document notifies live views of them.
     */
    async checkDeliveries() {
      const shown = liveViews.shownOf('deliveries')
      for (const event of deliveries.keys()) if (!shown.has(event)) deliveries.delete(event)
      for (const event of shown) {
        const before = deliveries.get(event)
        if (before && !before.isUnderWay) continue
        const now = await conversation.messages.deliveriesOf(event)
        const seen = JSON.stringify(now)
        // The page may have loaded an older state before its stream was open.
        if (before ? seen !== before.seen : now.length > 0) changed(`deliveries:${event}`)
        deliveries.set(event, { seen, isUnderWay: now.some(isUnderWay) })
      }
    },
  }
}
