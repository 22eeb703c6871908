import { LONGEST_EVENT } from '#shared/event-rules.ts'
import type { HiddenRsvp, Participation } from '#shared/events.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'

import type { RsvpDocument } from './collection.ts'

/** Of these ids, those of events that admins have hidden from the viewer and that are still to come or under way. */
export type HiddenAmong = (viewer: Actor, ids: readonly string[]) => Promise<ReadonlySet<string>>

interface Deps {
  clock: Clock
  /** The member's RSVPs to events that start at `from` (ISO instant) or later. */
  rsvpsOf: (memberId: string, from: string) => Promise<readonly RsvpDocument[]>
  participationOf: (rsvp: RsvpDocument) => Promise<Participation>
  hiddenAmong: HiddenAmong
}

/** What a member can still give up of events that are hidden from them, the first to start first. Nothing of the events. */
export const createHiddenRsvps =
  ({ clock, rsvpsOf, participationOf, hiddenAmong }: Deps) =>
  async (viewer: Actor): Promise<HiddenRsvp[]> => {
    const own = await rsvpsOf(viewer.id, isoInstant(clock() - LONGEST_EVENT))
    const hidden = await hiddenAmong(
      viewer,
      own.map(({ event }) => event),
    )
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
