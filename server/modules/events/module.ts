import type { AccountDataPart } from '#server/modules/account-data-part.ts'
import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Job } from '#server/jobs/jobs.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Prestige } from '#server/modules/prestige/module.ts'
import type { Platform } from '#server/platform.ts'
import { DAY, HOUR, MINUTE } from '#shared/lib/durations.ts'

import { createCheckInService } from '#server/modules/attendance/check-in/service.ts'
import { eventPageViews } from '#server/modules/programme/desk/collection.ts'
import { createEventFigureService } from '#server/modules/programme/desk/figures.ts'
import { createPageViews } from '#server/modules/programme/desk/page-views.ts'
import { createDeskService } from '#server/modules/programme/desk/service.ts'
import { eventPageViewsView } from '#server/modules/programme/desk/view.ts'
import { createEventAccess } from './events/access.ts'
import { createEventViewers } from '#server/modules/programme/viewers.ts'
import { createEventAudit } from './events/editing/audit.ts'
import { createEventEditor } from './events/editing/editor.ts'
import { createLifecycle } from './events/editing/lifecycle.ts'
import { createEventLock } from './events/editing/lock.ts'
import { createEventWriter } from './events/editing/writing.ts'
import { isCoverShown } from '#server/modules/programme/queries.ts'
import { createPublicEvents } from '#server/modules/programme/public-events.ts'
import { createEventReader } from '#server/modules/programme/reader.ts'
import { createEventService, eventsAccountData } from './events/service.ts'
import { eventView } from './events/view.ts'
import { createImportedAttendees } from '#server/modules/attendance/imports/attendees.ts'
import { createImportedEvents } from './imports/events.ts'
import { createEventImportService } from '#server/modules/programme/imports/service.ts'
import { eventAddressInvitations } from '#server/modules/attendance/invitations/collection.ts'
import { guestAt } from '#server/modules/attendance/invitations/guest-list.ts'
import {
  createEventInvitationService,
  eventInvitationsAccountData,
} from '#server/modules/attendance/invitations/service.ts'
import { eventInvitationView } from '#server/modules/attendance/invitations/view.ts'
import {
  createQuestionService,
  eventAnswersAccountData,
} from '#server/modules/attendance/questions/service.ts'
import { answerView } from '#server/modules/attendance/questions/view.ts'
import { createRosterCommands } from '#server/modules/attendance/roster/commands.ts'
import { createRosterService } from '#server/modules/attendance/roster/service.ts'
import { eventSeats } from '#server/modules/attendance/rsvps/collection.ts'
import { movedEvents } from '#server/modules/attendance/rsvps/seats/moves.ts'
import {
  createRsvpService,
  rsvpsAccountData,
  checkInsAccountData,
} from '#server/modules/attendance/rsvps/service.ts'
import { rsvpView, waitlistPromotionView } from '#server/modules/attendance/rsvps/view.ts'
import { newSeriesEvents, seriesMembers } from '#server/modules/attendance/series/collection.ts'
import { createSeriesEditor } from './series/editor.ts'
import { createSeriesService, seriesAccountData } from '#server/modules/attendance/series/service.ts'
import { checkInCodeRoutes, checkInRoutes } from '#server/modules/attendance/check-in/routes.ts'
import { deskRoutes, eventFigureRoutes } from '#server/modules/programme/desk/routes.ts'
import {
  editEventRoutes,
  eventEditingRoutes,
  eventRoutes,
  publicEventRoutes,
} from '#server/modules/programme/routes.ts'
import { eventImportRoutes } from '#server/modules/programme/imports/routes.ts'
import { eventInvitationRoutes } from '#server/modules/attendance/invitations/routes.ts'
import { answerRoutes, answerTotalRoutes } from '#server/modules/attendance/questions/routes.ts'
import { rosterRoutes } from '#server/modules/attendance/roster/routes.ts'
import { rsvpRoutes } from '#server/modules/attendance/rsvps/routes.ts'
import { seriesEditingRoutes, seriesRsvpRoutes } from '#server/modules/programme/series-routes.ts'

export const views = [
  eventView,
  rsvpView,
  waitlistPromotionView,
  answerView,
  eventInvitationView,
  eventPageViewsView,
]
export const collections = [
  ...views.map((view) => view.of),
  eventSeats,
  movedEvents,
  eventAddressInvitations,
  seriesMembers,
  newSeriesEvents,
]

interface Earlier {
  operations: Operations
  people: People
  accounts: Accounts
  prestige: Prestige
}

export type Events = ReturnType<typeof createEvents>

export function createEvents(
  { config, store, clock, newId }: Platform,
  { operations, people, accounts, prestige }: Earlier,
) {
  const withEventLock = createEventLock(store)
  const eventAccess = createEventAccess({ store, clock, people })
  const eventAudit = createEventAudit({ operations })
  const writer = createEventWriter({ store, clock, operations, people, withEventLock })
  const { write } = writer
  const editor = createEventEditor({ store, clock, newId, people, eventAccess, eventAudit, write })
  const lifecycle = createLifecycle({ store, clock, operations, eventAccess, eventAudit, write })
  const events = createEventService({ store, clock, operations, people, eventAccess, writer })
  const seriesEditor = createSeriesEditor({
    store,
    clock,
    newId,
    people,
    eventAccess,
    eventAudit,
    editor,
    writer,
  })
  const importedEvents = createImportedEvents({ store, clock })

  const questions = createQuestionService({ store, clock, eventAccess })
  const rsvps = createRsvpService({
    store,
    clock,
    operations,
    people,
    prestige,
    eventAccess,
    withEventLock,
    questions,
  })
  const series = createSeriesService({ store, clock, operations, people, eventAccess, questions, rsvps })
  const invitations = createEventInvitationService({
    store,
    clock,
    operations,
    accounts,
    eventAccess,
    eventAudit,
  })
  const roster = createRosterService({ store, clock, operations, eventAccess })
  const rosterCommands = createRosterCommands({ store, operations, people, eventAccess, eventAudit, rsvps })
  const checkIn = createCheckInService({ config, store, clock, eventAccess, eventAudit, rsvps })
  const importedAttendees = createImportedAttendees({ store })

  eventAccess.addGuestList(guestAt)
  writer.onChange(rsvps.eventChanged)
  writer.onMoved(rsvps.moves.reschedule)
  writer.onPublished(series.eventPublished)
  lifecycle.onUnpublished(rsvps.assertNoRsvps)
  editor.addDeletion(rsvps.deleteBatch)
  seriesEditor.addProblem(rsvps.capacityProblem)
  people.members.onMembershipChanged(rsvps.membershipChanged)
  people.members.onMembershipChanged(invitations.membershipChanged)
  accounts.invitations.acceptance.onUsed(invitations.accepted)

  const reader = createEventReader({ store, clock, operations, people, eventAccess, questions, rsvps })
  const viewers = createEventViewers({ store, people, eventAccess, rsvps })
  const publicEvents = createPublicEvents({ store, clock, rsvps })
  const eventImports = createEventImportService({
    store,
    eventAudit,
    importedEvents,
    importedAttendees,
    rsvps,
  })
  const desk = createDeskService({ store, clock, eventAccess })
  const eventFigures = createEventFigureService({ store, clock, operations })
  const pageViews = createPageViews({ store, clock })

  editor.onDeleted(pageViews.eventDeleted)
  people.images.addUsers('event', isCoverShown)

  const routes: RoutesByScope = {
    everyone: [at('/public-events', publicEventRoutes, { publicEvents })],
    members: [
      at('/events', eventRoutes, { events, reader, pageViews }),
      at('/events', rsvpRoutes, { rsvps }),
      at('/events', seriesRsvpRoutes, { series }),
      at('/events', answerRoutes, { questions }),
      at('/events', checkInCodeRoutes, { checkIn }),
    ],
    organisers: [
      at('/events', eventEditingRoutes, { reader, editor, lifecycle }),
      at('/events', eventImportRoutes, { eventImports }),
      at('/events', seriesEditingRoutes, { seriesEditor, reader }),
      at('/events', eventFigureRoutes, { eventFigures }),
    ],
    'event teams': [
      at('/events', editEventRoutes, { reader, editor }),
      at('/events', rosterRoutes, { roster, rosterCommands }),
      at('/events', eventInvitationRoutes, { invitations }),
      at('/events', answerTotalRoutes, { questions }),
      at('/events', deskRoutes, { desk }),
      at('/events', checkInRoutes, { checkIn }),
    ],
  }

  return {
    eventAccess,
    eventAudit,
    viewers,
    reader,
    editor,
    lifecycle,
    events,
    publicEvents,
    questions,
    rsvps,
    series,
    seriesEditor,
    invitations,
    rosterCommands,
    pageViews,
    checkIn,
    routes,
    jobs: [
      { name: 'offered seats', every: MINUTE, run: rsvps.expireOffers },
      { name: 'unanswered requests', every: HOUR, run: rsvps.expireRequests },
      { name: 'moved events', every: MINUTE, run: rsvps.moves.finishMoves },
      { name: 'new events of series', every: MINUTE, run: series.followNewEvents },
      { name: 'ended events', every: HOUR, run: lifecycle.completeEnded },
      { name: 'page views', every: MINUTE, run: pageViews.writeWaiting },
      { name: 'old answers', every: DAY, run: questions.deleteDue },
    ] satisfies Job[],
    accountDataParts: [
      rsvpsAccountData(rsvps),
      eventAnswersAccountData(questions),
      seriesAccountData(series),
      eventInvitationsAccountData(invitations),
      checkInsAccountData(rsvps),
      eventsAccountData(events),
      {
        name: 'eventPageViews',
        collections: [eventPageViews],
        exportOf: 'Numbers, which say nothing about people.',
        forget: 'Contains no personal data.',
      },
    ] satisfies AccountDataPart[],
  }
}
