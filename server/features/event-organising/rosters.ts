import { LRUCache } from 'lru-cache'

import { FORMER_MEMBER } from '#shared/profile.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { RosterAnswer } from '#server/lib/roster-answer.ts'
import { createSearchIndex } from '#server/search/index.ts'

import { rosterKey } from './roster-entries.ts'

export interface RostersDeps {
  clock: Clock
  /**
   * What is returned tells every answer to the event when it is called for the first time, and then each that is
   * another: all that was committed before the call.
   */
  trackRoster: (eventId: string, tell: (answer: RosterAnswer) => void) => () => Promise<void>
  /** Of everyone but those who have gone, by id, from memory: at large events there are too many to read. */
  names: () => Promise<ReadonlyMap<string, string>>
}

/** Of the largest events each takes some 10 MB. */
const MOST_KEPT = 8
const KEPT_FOR = 10 * 60_000

/**
 * Rosters in memory, in step with the store: it takes a while to read 10,000 answers, of which a page shows 100.
 * Nobody is missing from one, nor stands there as they did before the caller asked.
 */
export function createRosters({ clock, trackRoster, names }: RostersDeps) {
  const kept = new LRUCache<string, ReturnType<typeof open>>({
    max: MOST_KEPT,
    ttl: KEPT_FOR,
    perf: { now: clock },
  })
  let known: ReadonlyMap<string, string> = new Map()
  const nameOf = (memberId: string) => known.get(memberId) ?? FORMER_MEMBER

  function open(eventId: string) {
    const answers = new Map<string, RosterAnswer>()
    const namedAs = new Map<string, string>()
    const index = createSearchIndex()

    function put(answer: RosterAnswer) {
      const { member: id } = answer
      const name = nameOf(id)
      answers.set(id, answer)
      namedAs.set(id, name)
      index.put({ id, key: rosterKey(answer, name), words: [name], facets: {} })
    }

    function rename() {
      for (const [id, name] of namedAs) if (name !== nameOf(id)) put(answers.get(id)!)
    }

    return { answers, index, rename, synced: trackRoster(eventId, put) }
  }

  return async (eventId: string) => {
    known = await names()
    const roster = kept.get(eventId) ?? open(eventId)
    if (!kept.has(eventId)) kept.set(eventId, roster)
    await roster.synced()
    roster.rename()
    return roster
  }
}
