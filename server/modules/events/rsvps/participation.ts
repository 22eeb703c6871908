import type { Participation } from '#shared/events/rsvps.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import { waitlistPromotions } from './collection.ts'
import { type RsvpRow, waitlistedBefore } from './queries.ts'
import { isExpired } from './seats/seats.ts'

const MAX_PROMOTIONS = 500

/**
 * RSVPs as their members see them. On the waitlist, this includes the position and the reason for being passed over.
 */
export function createParticipation({
  store,
  clock,
}: {
  store: Pick<Store, 'views' | 'find'>
  clock: Clock
}) {
  const positionOf = async ({ event, state, ticket }: RsvpRow) =>
    state === 'waitlisted' ? 1 + waitlistedBefore(await store.views(), event, ticket ?? 0) : undefined

  /** The latest reason why the member was passed over on the waitlist. */
  async function passedOverReasonOf({ event, state, ticket }: RsvpRow) {
    if (state !== 'waitlisted') return undefined
    const query = { where: { event }, orderBy: 'ticket', range: { gt: ticket ?? 0 }, limit: MAX_PROMOTIONS }
    const { items } = await store.find(waitlistPromotions, query)
    return items.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0]?.reason
  }

  return async (rsvp: RsvpRow): Promise<Participation> => {
    const { guests, checkedInAt, offerUntil, removalReason, declineNote } = rsvp
    if (isExpired(rsvp, clock())) return { state: 'declined', guests: 0, lapsed: true }
    const [position, passedOverReason] = await Promise.all([positionOf(rsvp), passedOverReasonOf(rsvp)])
    return {
      state: rsvp.state,
      guests,
      ...(position && { position }),
      ...(offerUntil && { offerUntil }),
      ...(rsvp.lapsed && { lapsed: true }),
      ...(rsvp.requestExpired && { requestExpired: true }),
      ...(removalReason && { removalReason }),
      ...(typeof declineNote === 'string' && { requestDeclined: true }),
      ...(declineNote && { declineNote }),
      ...(passedOverReason && { passedOverReason }),
      ...(checkedInAt && { checkedInAt }),
    }
  }
}
