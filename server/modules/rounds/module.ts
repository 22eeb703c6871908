import type { AccountDataPart } from '#server/modules/account-data-part.ts'
import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Job } from '#server/jobs/jobs.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { Meetings } from '#server/modules/meetings/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Platform } from '#server/modules/platform.ts'
import { MINUTE } from '#shared/lib/durations.ts'

import { roundsAccountData } from './account-data.ts'
import { buddiesAccountData } from './buddies/account-data.ts'
import { buddyRoutes } from './buddies/routes.ts'
import { createBuddyService } from './buddies/service.ts'
import { buddyOfferView, buddyPairView } from './buddies/view.ts'
import { createEmailedRounds } from './emailed.ts'
import { createLoneMembers } from './lone-members.ts'
import { createMergedRounds } from './merged-chapters.ts'
import { createRoundParticipants } from './participants.ts'
import { emailedRoundRoutes, loneMemberRoutes, organiserRoundRoutes, roundRoutes } from './routes.ts'
import { rounds as roundDocuments } from './collection.ts'
import { everyRoundView, roundParticipantView, roundView } from './view.ts'
import { createRoundService } from './service.ts'
import { tablesAccountData } from './tables/account-data.ts'
import { guestTableRoutes, ownTableRoutes, tableRoutes } from './tables/routes.ts'
import { createTableService } from './tables/service.ts'
import { tablePlanView } from './tables/view.ts'

export const views = [
  roundView,
  roundParticipantView,
  everyRoundView,
  tablePlanView,
  buddyOfferView,
  buddyPairView,
]
export const collections = views.map((view) => view.of)

export type Rounds = ReturnType<typeof createRounds>

interface Earlier {
  operations: Operations
  people: People
  chapters: Chapters
  events: Events
  attendance: Attendance
  meetings: Meetings
}

/** Constructs rounds, in which members meet who would not have met, and the tables of events. */
export function createRounds(
  { config, store, clock, newId, logger }: Platform,
  { operations, people, chapters, events, attendance, meetings }: Earlier,
) {
  const participants = createRoundParticipants({ store, clock, operations, people })
  const rounds = createRoundService({
    store,
    clock,
    newId,
    logger,
    operations,
    people,
    chapters,
    meetings,
    participants,
  })
  const loneMembers = createLoneMembers({ store, clock, operations, people, chapters })
  const emailed = createEmailedRounds({ config, store, clock, people, participants })
  const buddies = createBuddyService({ store, clock, people, meetings })
  chapters.merging.addPart(createMergedRounds(store))
  const tables = createTableService({ store, clock, newId, people, events, attendance })
  attendance.guests.joining.onAdopted(tables.guestAdopted)

  const routes: RoutesByScope = {
    everyone: [
      at('/public/round', emailedRoundRoutes, { emailed }),
      at('/guests', guestTableRoutes, { tables }),
    ],
    members: [
      at('/rounds', roundRoutes, { participants }),
      at('/buddies', buddyRoutes, { buddies }),
      at('/lone-members', loneMemberRoutes, { loneMembers }),
      at('/events', ownTableRoutes, { tables }),
    ],
    'organisers and leads': [at('/organiser/rounds', organiserRoundRoutes, { rounds })],
    'event teams': [at('/events', tableRoutes, { tables })],
  }

  return {
    participants,
    rounds,
    emailed,
    buddies,
    tables,
    routes,
    start: participants.sync,
    jobs: [{ name: 'rounds', every: MINUTE, run: rounds.advanceDue }] satisfies Job[],
    accountDataParts: [
      roundsAccountData(store),
      tablesAccountData(store),
      buddiesAccountData(store),
      {
        name: 'openedRounds',
        collections: [roundDocuments],
        exportOf: 'Belong to the organisation, and name nobody.',
        forget: 'Contain no name.',
      },
    ] satisfies AccountDataPart[],
  }
}
