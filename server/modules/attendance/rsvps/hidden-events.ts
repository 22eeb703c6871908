import { MAX_EVENT } from '#shared/events/rules.ts'
import type { HiddenRsvp, Participation } from '#shared/events/rsvps.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import type { RsvpDocument } from './seats/collection.ts'
import { eventIdsHiddenFrom } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  /** The member's RSVPs to events that start at `from` (ISO instant) or later. */
  rsvpsOf: (memberId: string, from: string) => Promise<readonly RsvpDocument[]>
  participationOf: (rsvp: RsvpDocument) => Promise<Participation>
}

/**
 * RSVPs to hidden events that a member can still give up, earliest start first. Contains no details of the
 * events.
 */
export const createHiddenRsvps =
  ({ store, clock, rsvpsOf, participationOf }: Deps) =>
  async (viewer: Actor): Promise<HiddenRsvp[]> => {
    const own = await rsvpsOf(viewer.id, isoInstant(clock() - MAX_EVENT))
    const ids = own.map(({ event }) => event)
    const hidden = eventIdsHiddenFrom(await store.views(), viewer, clock(), ids)
    const found = await Promise.all(
      own
        .filter(({ event }) => hidden.has(event))
        .map(async (rsvp) => ({
          event: rsvp.event,
          startsAt: rsvp.startsAt,
          mine: await participationOf(rsvp),
        })),
    )
    return found.filter(({ mine }) => mine.state !== 'declined')
  }
