import { randomBytes } from 'node:crypto'

import { createCalendarFeeds } from '#server/features/calendar/feeds.ts'
import { createCalendarService } from '#server/features/calendar/service.ts'
import type { EventService } from '#server/features/events/service.ts'
import type { MeetingService } from '#server/features/meetings/service.ts'
import type { MemberService } from '#server/features/members/service.ts'
import type { RsvpService } from '#server/features/rsvps/service.ts'
import type { RecordAudit } from '#server/lib/audit.ts'

import type { ServiceDeps } from './deps.ts'

interface Needs extends ServiceDeps {
  audit: RecordAudit
  members: MemberService
  events: EventService
  rsvps: RsvpService
  meetings: MeetingService
}

/** What members have agreed to, for the calendars that they use elsewhere. */
export function wireCalendars({ members, events, rsvps, meetings, ...deps }: Needs) {
  const origin = deps.config.origins[0]
  const calendar = createCalendarService({
    clock: deps.clock,
    origin,
    product: deps.config.client.PRODUCT_NAME,
    events: events.knownOf,
    details: events.details,
    answers: rsvps.ofMember,
    meetings: meetings.inCalendar,
  })
  const calendarFeeds = createCalendarFeeds({
    ...deps,
    origin,
    isActive: members.isActive,
    newSecret: () => randomBytes(16).toString('base64url'),
  })
  return { calendar, calendarFeeds }
}
