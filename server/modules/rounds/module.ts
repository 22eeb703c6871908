import type { AccountDataPart } from '#server/modules/account-data-part.ts'
import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Job } from '#server/jobs/jobs.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Meetings } from '#server/modules/meetings/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Platform } from '#server/modules/platform.ts'
import { MINUTE } from '#shared/lib/durations.ts'

import { roundsAccountData } from './account-data.ts'
import { createRoundParticipants } from './participants.ts'
import { organiserRoundRoutes, roundRoutes } from './routes.ts'
import { rounds as roundDocuments } from './collection.ts'
import { everyRoundView, roundParticipantView, roundView } from './view.ts'
import { createRoundService } from './service.ts'

export const views = [roundView, roundParticipantView, everyRoundView]
export const collections = views.map((view) => view.of)

export type Rounds = ReturnType<typeof createRounds>

interface Earlier {
  operations: Operations
  people: People
  chapters: Chapters
  meetings: Meetings
}

/** Constructs rounds, in which members meet who would not have met. */
export function createRounds(
  { store, clock, newId, logger }: Platform,
  { operations, people, chapters, meetings }: Earlier,
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

  const routes: RoutesByScope = {
    members: [at('/rounds', roundRoutes, { participants })],
    organisers: [at('/organiser/rounds', organiserRoundRoutes, { rounds })],
  }

  return {
    participants,
    rounds,
    routes,
    start: participants.sync,
    jobs: [{ name: 'rounds', every: MINUTE, run: rounds.advanceDue }] satisfies Job[],
    accountDataParts: [
      roundsAccountData(store),
      {
        name: 'openedRounds',
        collections: [roundDocuments],
        exportOf: 'Belong to the organisation, and name nobody.',
        forget: 'Contain no name.',
      },
    ] satisfies AccountDataPart[],
  }
}
