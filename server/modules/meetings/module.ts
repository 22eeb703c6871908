import type { AccountDataPart } from '#server/modules/account-data-part.ts'
import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Job } from '#server/jobs/jobs.ts'
import type { Calendar } from '#server/modules/calendar/module.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { Programme } from '#server/modules/programme/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Prestige } from '#server/modules/prestige/module.ts'
import type { Platform } from '#server/modules/platform.ts'
import { MINUTE } from '#shared/lib/durations.ts'

import { availability as availabilityDocuments } from './availability/collection.ts'
import { createAvailabilityService, availabilityAccountData } from './availability/service.ts'
import { connectionDetailsRoutes } from './connection/routes.ts'
import { createConnectionService } from './connection/service.ts'
import { createHelpService } from './help/service.ts'
import { createMeetAgainService, meetAgainChoicesAccountData } from './meet-again/service.ts'
import { meetAgainView } from './meet-again/view.ts'
import { createMeetingService, growthMeetingsAccountData } from './meetings/service.ts'
import { meetingView } from './meetings/view.ts'
import { availabilityRoutes, bestTimesRoutes } from './availability/routes.ts'
import { helpRoutes } from './help/routes.ts'
import { meetAgainRoutes } from './meet-again/routes.ts'
import { meetingRoutes } from './meetings/routes.ts'

export const views = [meetAgainView, meetingView]
export const collections = [...views.map((view) => view.of), availabilityDocuments]

interface Earlier {
  operations: Operations
  people: People
  prestige: Prestige
  events: Events
  attendance: Attendance
  programme: Programme
  calendar: Calendar
}

export type Meetings = ReturnType<typeof createMeetings>

export function createMeetings(
  { store, clock, newId }: Platform,
  { operations, people, prestige, events, attendance, programme, calendar }: Earlier,
) {
  const availability = createAvailabilityService({ store, clock, people })
  const meetAgain = createMeetAgainService({ store, clock, people, events, attendance })
  const meetings = createMeetingService({
    store,
    clock,
    newId,
    operations,
    people,
    prestige,
    events,
    attendance,
    programme,
    calendar,
  })
  const help = createHelpService({ store, clock, people, availability, meetings })
  const connectionDetails = createConnectionService({ people, attendance, meetings })
  calendar.addMeetings(meetings.inCalendar)
  people.blocks.onBlock(meetAgain.endByBlock)
  people.blocks.onBlock(meetings.changes.applyBlock)
  people.fulfilment.onAgreed(meetings.askFulfilled)

  const routes: RoutesByScope = {
    members: [
      at('/me', availabilityRoutes, { availability }),
      at('/events', meetAgainRoutes, { meetAgain }),
      at('/connections', connectionDetailsRoutes, { connectionDetails }),
      at('/asks', helpRoutes, { help }),
      at('/meetings', bestTimesRoutes, { availability }),
      at('/meetings', meetingRoutes, { meetings }),
    ],
  }

  return {
    availability,
    meetAgain,
    meetings,
    routes,
    jobs: [
      { name: 'meeting deadlines', every: MINUTE, run: meetings.changes.applyDeadlines },
    ] satisfies Job[],
    accountDataParts: [
      growthMeetingsAccountData(meetings),
      availabilityAccountData(availability),
      meetAgainChoicesAccountData(meetAgain),
    ] satisfies AccountDataPart[],
  }
}
