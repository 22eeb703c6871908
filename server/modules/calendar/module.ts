import type { AccountDataPart } from '#server/modules/account-data-part.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Programme } from '#server/modules/programme/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Platform } from '#server/modules/platform.ts'

import { calendarFeeds as calendarFeedDocuments } from './collection.ts'
import { calendarFeedAccountData, createCalendarFeeds } from './feeds.ts'
import { createPublicFeeds } from './public-feeds.ts'
import { calendarFeedRoutes, eventCalendarRoutes, guestCalendarRoutes } from './routes.ts'
import { createCalendarService } from './service.ts'

export const collections = [calendarFeedDocuments]

interface Earlier {
  operations: Operations
  people: People
  chapters: Chapters
  accounts: Accounts
  attendance: Attendance
  programme: Programme
}

export type Calendar = ReturnType<typeof createCalendar>

/** Constructs calendar files, members' feeds and the public ones. */
export function createCalendar(
  { config, store, clock, newId }: Platform,
  { operations, people, chapters, accounts, attendance, programme }: Earlier,
) {
  const calendar = createCalendarService({ config, store, clock, people, chapters, programme })
  const feeds = createCalendarFeeds({ config, store, clock, newId, operations, people, accounts })
  const publicFeed = createPublicFeeds({ config, store, clock })

  const routes: RoutesByScope = {
    everyone: [at('/guests', guestCalendarRoutes, { calendar, guests: attendance.guests })],
    members: [
      at('/events', eventCalendarRoutes, { calendar }),
      at('/calendar-feed', calendarFeedRoutes, { calendarFeeds: feeds }),
    ],
  }

  return {
    ...calendar,
    feeds,
    publicFeed,
    routes,
    accountDataParts: [calendarFeedAccountData(feeds)] satisfies AccountDataPart[],
  }
}
