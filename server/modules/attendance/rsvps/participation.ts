import type { Participation } from '#shared/events/rsvps.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import { type RsvpRow, waitlistPlace } from './queries.ts'
import { isExpired } from './seats/seats.ts'

/**
 * RSVPs as their members see them. On the waitlist, this includes the position and the reason for being passed over.
 */
export function createParticipation({ store, clock }: { store: Pick<Store, 'views'>; clock: Clock }) {
  return async (rsvp: RsvpRow): Promise<Participation> => {
    const { guests, checkedInAt, choiceId, offerUntil, removalReason, declineNote, hasTables } = rsvp
    if (isExpired(rsvp, clock()))
      return { state: 'declined', guests: 0, lapsed: true, choiceId: choiceId || undefined }
    const place =
      rsvp.state === 'waitlisted'
        ? waitlistPlace(await store.views(), rsvp.event, rsvp.ticket ?? 0)
        : undefined
    return {
      state: rsvp.state,
      guests,
      position: place && 1 + place.before,
      offerUntil: offerUntil || undefined,
      lapsed: rsvp.lapsed ? true : undefined,
      requestNote: rsvp.requestNote || undefined,
      requestExpired: rsvp.requestExpired ? true : undefined,
      removalReason: removalReason || undefined,
      requestDeclined: typeof declineNote === 'string' || undefined,
      declineNote: declineNote || undefined,
      passedOverReason: place?.passedOverReason || undefined,
      checkedInAt: checkedInAt || undefined,
      choiceId: choiceId || undefined,
      hasTables: (rsvp.state === 'going' && hasTables === 1) || undefined,
    }
  }
}
