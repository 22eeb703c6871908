import { createAvailabilityService } from '#server/features/availability/service.ts'
import type { EventService } from '#server/features/events/service.ts'
import type { MeetingService } from '#server/features/meetings/service.ts'
import type { MemberService } from '#server/features/members/service.ts'
import type { RsvpService } from '#server/features/rsvps/service.ts'
import type { Clock } from '#server/lib/clock.ts'
import { isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

interface Deps {
  store: Store
  clock: Clock
  events: EventService
  meetings: MeetingService
  members: MemberService
  rsvps: RsvpService
}

/** Constructs the services for what precedes a growth meeting. A part of `createServices`. */
export function createMeetingPreparation({ store, clock, events, meetings, members, rsvps }: Deps) {
  const hostedEvents = async (memberId: string, until: string) => {
    const now = isoInstant(clock())
    const hosted = await events.listedNonDrafts(await events.hostedIds(memberId, until))
    return hosted.filter(({ status, endsAt }) => status === 'published' && endsAt > now)
  }
  const availability = createAvailabilityService({
    store,
    clock,
    ownProfile: members.ownProfile,
    timeZones: members.timeZones,
    events: async (memberId, until) =>
      (await Promise.all([rsvps.agenda(memberId, until), hostedEvents(memberId, until)])).flat(),
    meetings: meetings.scheduled,
  })
  return { availability }
}
