import { isUnderWay } from '#shared/announcement-rules.ts'
import type { RsvpState } from '#shared/event-rules.ts'
import type { IdentifiedLiveView } from '#shared/live-views.ts'
import { announcements } from '#server/features/announcements/collection.ts'
import { type AnnouncementService, RECIPIENT_STATES } from '#server/features/announcements/service.ts'
import { type EventDocument, events } from '#server/features/events/collection.ts'
import { isVisible, manages } from '#server/features/events/policy.ts'
import { meetings } from '#server/features/meetings/collection.ts'
import { remaining } from '#server/features/meetings/state.ts'
import { members } from '#server/features/members/collection.ts'
import type { LiveViews } from '#server/features/notifications/live-views.ts'
import { rsvps } from '#server/features/rsvps/collection.ts'
import type { RsvpService } from '#server/features/rsvps/service.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { AnyCollection, DocumentOf, Store } from '#server/store/port.ts'

interface Parts {
  store: Pick<Store, 'get' | 'getMany' | 'openFeed'>
  clock: Clock
  liveViews: LiveViews
  rsvpsTo: RsvpService['rsvpsTo']
  deliveriesOf: AnnouncementService['deliveriesOf']
}

const WAITING: ReadonlySet<RsvpState> = new Set(['waitlisted', 'offered'])
/** Milliseconds. No feed has emails, so this process counts those of announcements that organisers have open. */
const DELIVERIES_CHECKED_EVERY = 5_000
/** Milliseconds within which a feed brings a change. */
const FED_WITHIN = 5_000

/** Who may see which live view, and what changes it. A part of `createServices`. */
export function connectLiveViews({ store, clock, liveViews, rsvpsTo, deliveriesOf }: Parts) {
  const { changed, anyChanged } = liveViews
  /** The deliveries as last counted, and whether they go on, by event. */
  const deliveries = new Map<string, { seen: string; isUnderWay: boolean }>()

  const feedOf = <C extends AnyCollection>(
    collection: C,
    put: (document: DocumentOf<C>) => void,
    remove: (id: string) => void = () => {},
  ) => store.openFeed(collection, { put, remove, reset: anyChanged }, { from: 'now' })
  const feeds = [
    feedOf(rsvps, ({ event }) => {
      changed(`roster:${event}`)
      changed(`waitlist:${event}`)
    }),
    feedOf(events, ({ id }) => {
      changed(`roster:${id}`)
      changed(`waitlist:${id}`)
      changed(`announcements:${id}`)
      changed(`deliveries:${id}`)
    }),
    feedOf(announcements, ({ event }) => {
      changed(`announcements:${event}`)
      changed(`deliveries:${event}`)
      deliveries.delete(event)
    }),
    feedOf(
      meetings,
      (meeting) => {
        changed(`meeting:${meeting.id}`)
        for (const member of [...remaining(meeting), ...justDeparted(meeting)]) changed(`meetings:${member}`)
      },
      (id) => changed(`meeting:${id}`),
    ),
  ]

  async function checkDeliveries() {
    const shown = liveViews.shownOf('deliveries')
    for (const event of deliveries.keys()) if (!shown.has(event)) deliveries.delete(event)
    for (const event of shown) {
      const before = deliveries.get(event)
      if (before && !before.isUnderWay) continue
      const now = await deliveriesOf(event)
      const seen = JSON.stringify(now)
      // The page may have loaded what was so before its stream was open.
      if (before ? seen !== before.seen : now.length > 0) changed(`deliveries:${event}`)
      deliveries.set(event, { seen, isUnderWay: now.some(isUnderWay) })
    }
  }

  function checkDeliveriesLater() {
    setTimeout(() => {
      // While the store is down, nothing is known.
      checkDeliveries().then(checkDeliveriesLater, checkDeliveriesLater)
    }, DELIVERIES_CHECKED_EVERY).unref()
  }

  /** Their own other pages still list the meeting. What happens in it later is not told to them. */
  const justDeparted = ({ departures }: DocumentOf<typeof meetings>) =>
    departures.filter(({ at }) => Date.parse(at) > clock() - FED_WITHIN).map(({ member }) => member)

  async function managersAmong(event: EventDocument, memberIds: readonly string[]) {
    const found = await store.getMany(members, memberIds)
    return found.flatMap((member) => (member && manages(member, event) ? [member.id] : []))
  }

  async function permittedInEvent(
    kind: Exclude<IdentifiedLiveView, 'meeting'>,
    id: string,
    memberIds: readonly string[],
  ) {
    const event = await store.get(events, id)
    if (!event) return []
    if (kind === 'roster' || kind === 'deliveries') return managersAmong(event, memberIds)
    if (!isVisible(event)) return []
    const states = kind === 'waitlist' ? WAITING : RECIPIENT_STATES
    const found = await rsvpsTo(store, id, memberIds)
    return [...found.values()].filter(({ state }) => states.has(state)).map(({ member }) => member)
  }

  return {
    async start() {
      await Promise.all(feeds.map(({ sync }) => sync()))
      liveViews.start()
      checkDeliveriesLater()
    },

    /** From documents: a role or an RSVP that was lost through another replica counts at once. */
    async permittedAmong(
      kind: IdentifiedLiveView,
      id: string,
      memberIds: readonly string[],
    ): Promise<ReadonlySet<string>> {
      if (kind !== 'meeting') return new Set(await permittedInEvent(kind, id, memberIds))
      const meeting = await store.get(meetings, id)
      return new Set(meeting ? remaining(meeting) : [])
    },
  }
}
