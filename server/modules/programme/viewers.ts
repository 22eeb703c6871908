import { canOnEvent, type EventRight } from '#shared/events/rights.ts'
import type { RsvpState } from '#shared/events/rules.ts'
import type { EventAccess, EventDocument } from '#server/modules/events/types.ts'
import type { RsvpService } from '#server/modules/attendance/types.ts'
import { RECIPIENT_STATES } from '#server/modules/attendance/rsvps/rules.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Store } from '#server/store/port.ts'

import { rightOn } from '#server/modules/events/events/rights.ts'
import { isVisible } from '#server/modules/events/events/rules.ts'

interface Deps {
  store: Pick<Store, 'get' | 'getMany'>
  people: People
  eventAccess: EventAccess
  rsvps: RsvpService
}

const WAITING: ReadonlySet<RsvpState> = new Set(['waitlisted', 'offered'])

/**
 * Selects the members who may see a change of an event. Reads documents, so that the loss of a role or an RSVP
 * through another replica takes effect at once.
 */
export function createEventViewers({ store, people, eventAccess, rsvps }: Deps) {
  async function teamAmong(event: EventDocument, memberIds: readonly string[], needed: EventRight) {
    const { found } = await people.membership.memberships(memberIds)
    const members = found.filter((member) => member !== undefined)
    const team = await Promise.all(members.map((member) => eventAccess.personAt(store, event, member)))
    return team.filter((member) => canOnEvent({ right: rightOn(event, member) }, needed)).map(({ id }) => id)
  }

  return {
    /** Returns the given members who may see it. */
    async among(
      kind: 'roster' | 'deliveries' | 'waitlist' | 'announcements',
      eventId: string,
      memberIds: readonly string[],
    ): Promise<readonly string[]> {
      const event = await eventAccess.stored(store, eventId)
      if (!event) return []
      // The check-in list changes with the roster.
      if (kind === 'roster') return teamAmong(event, memberIds, 'checkIn')
      if (kind === 'deliveries') return teamAmong(event, memberIds, 'edit')
      if (!isVisible.of(event)) return []
      const states = kind === 'waitlist' ? WAITING : RECIPIENT_STATES
      const found = await rsvps.reader.rsvpsTo(store, eventId, memberIds)
      return [...found.values()].filter(({ state }) => states.has(state)).map(({ member }) => member)
    },
  }
}
