import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { Module } from '#server/modules/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Platform } from '#server/modules/platform.ts'
import { MINUTE } from '#shared/lib/durations.ts'

import { eventPageViews } from './desk/collection.ts'
import { createEventFigureService } from './desk/figures.ts'
import { createPageViews } from './desk/page-views.ts'
import { deskRoutes, eventFigureRoutes } from './desk/routes.ts'
import { createDeskService } from './desk/service.ts'
import { eventPageViewsView } from './desk/view.ts'
import { eventImportRoutes } from './imports/routes.ts'
import { createEventImportService } from './imports/service.ts'
import { createPublicEvents } from './public-events.ts'
import { isCoverShown } from './queries.ts'
import { createEventReader } from './reader.ts'
import { createRosterCommands } from './roster/commands.ts'
import { rosterRoutes } from './roster/routes.ts'
import { createRosterService } from './roster/service.ts'
import {
  editEventRoutes,
  eventEditingRoutes,
  eventRoutes,
  publicEventRoutes,
  seriesEditingRoutes,
} from './routes.ts'
import { createEventViewers } from './viewers.ts'

export const views = [eventPageViewsView]
export const collections = views.map((view) => view.of)

interface Earlier {
  operations: Operations
  people: People
  chapters: Chapters
  events: Events
  attendance: Attendance
}

export type Programme = ReturnType<typeof createProgramme>

/** Constructs what members and organisers see of events and their attendance, and the routes of events. */
export function createProgramme(
  { store, clock }: Platform,
  { operations, people, chapters, events: earlier, attendance }: Earlier,
) {
  const { eventAccess, eventAudit, editor, lifecycle, events, seriesEditor, importedEvents } = earlier
  const { questions, rsvps } = attendance
  const reader = createEventReader({
    store,
    clock,
    operations,
    people,
    chapters,
    eventAccess,
    questions,
    rsvps,
  })
  const viewers = createEventViewers({ store, people, eventAccess, rsvps })
  const publicEvents = createPublicEvents({ store, clock, rsvps })
  const eventImports = createEventImportService({ store, eventAudit, importedEvents, rsvps })
  const roster = createRosterService({ store, clock, operations, eventAccess })
  const rosterCommands = createRosterCommands({ store, operations, people, eventAccess, eventAudit, rsvps })
  const desk = createDeskService({ store, clock, eventAccess })
  const eventFigures = createEventFigureService({ store, clock, operations })
  const pageViews = createPageViews({ store, clock })

  editor.onDeleted(pageViews.eventDeleted)
  people.images.addUsers('event', isCoverShown)

  const routes: RoutesByScope = {
    everyone: [at('/public-events', publicEventRoutes, { publicEvents })],
    members: [at('/events', eventRoutes, { events, reader, pageViews })],
    organisers: [
      at('/events', eventImportRoutes, { eventImports }),
      at('/events', eventFigureRoutes, { eventFigures }),
    ],
    'event teams': [
      at('/events', eventEditingRoutes, { reader, editor, lifecycle }),
      at('/events', seriesEditingRoutes, { seriesEditor, reader }),
      at('/events', editEventRoutes, { reader, editor }),
      at('/events', rosterRoutes, { roster, rosterCommands }),
      at('/events', deskRoutes, { desk }),
    ],
  }

  return {
    viewers,
    reader,
    publicEvents,
    rosterCommands,
    pageViews,
    routes,
    jobs: [{ name: 'page views', every: MINUTE, run: pageViews.writeWaiting }] satisfies Module['jobs'],
    accountDataParts: [
      {
        name: 'eventPageViews',
        collections: [eventPageViews],
        exportOf: 'Numbers, which say nothing about people.',
        forget: 'Contains no personal data.',
      },
    ] satisfies Module['accountDataParts'],
  }
}
