import type { BaseLogger } from 'pino'

import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Meetings } from '#server/modules/meetings/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Store } from '#server/store/port.ts'

import { matchOnThread } from './matching/matcher.ts'
import type { RoundParticipants } from './participants.ts'
import { type RoundDocument, rounds } from './collection.ts'
import { createRoundOpening } from './opening.ts'
import { createRoundOrganising } from './organising.ts'
import { createRoundProposals } from './proposal.ts'
import { createRoundRelease } from './release.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  logger: Pick<BaseLogger, 'error'>
  operations: Operations
  people: People
  chapters: Chapters
  meetings: Meetings
  participants: RoundParticipants
}

/** The next run handles the others. */
const MAX_PER_RUN = 20

export type RoundService = ReturnType<typeof createRoundService>

/** Rounds, from their opening to their result. */
export function createRoundService(deps: Deps) {
  const { store, clock, logger } = deps
  const proposals = createRoundProposals({ ...deps, match: matchOnThread })
  const releases = createRoundRelease(deps)
  const organising = createRoundOrganising(deps)

  function advance({ id, state }: RoundDocument): Promise<void> {
    if (state === 'releasing') return releases.proceed(id)
    return state === 'released' ? releases.countAnswers(id) : proposals.propose(id)
  }

  return {
    open: createRoundOpening(deps),
    organising,

    /** The meetings follow within seconds, or a minute after a restart. */
    async release(actor: Actor, id: string): Promise<void> {
      await organising.seen(actor, id)
      await releases.release(actor, id)
      releases.proceed(id).catch((err: unknown) => logger.error({ err }, 'could not release a round'))
    },

    /** Continues rounds whose time has come. Safe on several replicas. */
    async advanceDue(): Promise<void> {
      const range = { lte: isoInstant(clock()) }
      const { items } = await store.find(rounds, { orderBy: 'dueAt', range, limit: MAX_PER_RUN })
      await Promise.all(items.map(advance))
    },
  }
}
