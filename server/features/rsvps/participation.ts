import type { Participation } from '#shared/events.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Reader } from '#server/store/port.ts'

import { type RsvpDocument, rsvps, waitlistPromotions } from './collection.ts'
import { isExpired, removalReasonOf } from './seats.ts'

const MOST_PROMOTIONS = 500

/** RSVPs as their members see them. For someone on the waitlist it reads the position and who passed them over. */
export function createParticipation({
  store,
  clock,
}: {
  store: Pick<Reader, 'count' | 'find'>
  clock: Clock
}) {
  const positionOf = async ({ event, state, ticket = 0 }: RsvpDocument) =>
    state === 'waitlisted'
      ? 1 + (await store.count(rsvps, { where: { event, state }, orderBy: 'ticket', range: { lt: ticket } }))
      : undefined

  /** Why the member was passed over on the waitlist; the latest reason. */
  async function passedOverReasonOf({ event, state, ticket = 0 }: RsvpDocument) {
    if (state !== 'waitlisted') return undefined
    const query = { where: { event }, orderBy: 'ticket', range: { gt: ticket }, limit: MOST_PROMOTIONS }
    const { items } = await store.find(waitlistPromotions, query)
    return items.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0]?.reason
  }

  return async (rsvp: RsvpDocument): Promise<Participation> => {
    const { guests, checkedInAt, offerUntil } = rsvp
    if (isExpired(rsvp, clock())) return { state: 'declined', guests: 0, lapsed: true }
    const [position, passedOverReason] = await Promise.all([positionOf(rsvp), passedOverReasonOf(rsvp)])
    const removalReason = removalReasonOf(rsvp)
    return {
      state: rsvp.state,
      guests,
      ...(position && { position }),
      ...(offerUntil && { offerUntil }),
      ...(rsvp.lapsed && { lapsed: true }),
      ...(removalReason && { removalReason }),
      ...(passedOverReason && { passedOverReason }),
      ...(checkedInAt && { checkedInAt }),
    }
  }
}
