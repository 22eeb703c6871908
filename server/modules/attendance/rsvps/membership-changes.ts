import { type Clock, isoInstant } from '#server/lib/clock.ts'

import type { RsvpDocument } from './seats/collection.ts'

interface Deps {
  clock: Clock
  /** The member's RSVPs to events that start at `from` (ISO instant) or later. */
  rsvpsOf: (memberId: string, from: string) => Promise<readonly RsvpDocument[]>
  reconcileEvent: (eventId: string) => Promise<void>
}

/**
 * Called for a member who is suspended or active again: seats that become free for people behind them, or for them,
 * need not wait for the next RSVP. Their other RSVPs stay, and so do the events that they host: views hide the host, and an
 * admin can choose another organiser. Repeating it changes nothing.
 */
export const createMembershipChanged =
  ({ clock, rsvpsOf, reconcileEvent }: Deps) =>
  async (memberId: string) => {
    const own = await rsvpsOf(memberId, isoInstant(clock()))
    for (const { event, state } of own) if (state === 'waitlisted') await reconcileEvent(event)
  }
