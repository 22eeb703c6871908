import { LRUCache } from 'lru-cache'

import { FORMER_MEMBER } from '#shared/profile.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { RosterRsvp, RosterTracking } from '#server/features/rsvps/types.ts'
import { createSearchIndex } from '#server/search/index.ts'

import { rosterKey } from './entries.ts'

export interface RostersDeps {
  clock: Clock
  /**
   * Its `sync` brings the roster up to date with every commit before the call: it passes all RSVPs to `onRsvp` the
   * first time, later those that have changed.
   */
  trackRoster: (eventId: string, onRsvp: (rsvp: RosterRsvp) => void) => RosterTracking
  /** Of everyone except former members, by id, from memory: large events have too many people to read. */
  memberNames: () => Promise<ReadonlyMap<string, string>>
}

/** In all rosters; 10,000 take some 10 MB. */
const MAX_RSVPS = 80_000
const IDLE_FOR = 10 * 60_000

/**
 * Recently read rosters, in memory: reading 10,000 RSVPs takes a while, a page shows 100, and devices at the door ask
 * again and again. A roster reflects every commit before the call that asks for it.
 */
export function createRosters({ clock, trackRoster, memberNames }: RostersDeps) {
  const rosters = new LRUCache<string, ReturnType<typeof open>>({
    maxSize: MAX_RSVPS,
    ttl: IDLE_FOR,
    updateAgeOnGet: true,
    perf: { now: clock },
    dispose: ({ close }) => close(),
  })
  let currentNames: ReadonlyMap<string, string> = new Map()
  const nameOf = (memberId: string) => currentNames.get(memberId) ?? FORMER_MEMBER

  function open(eventId: string) {
    const rsvps = new Map<string, RosterRsvp>()
    let ordered: readonly RosterRsvp[] | undefined
    const indexedNames = new Map<string, string>()
    const index = createSearchIndex()

    function put(rsvp: RosterRsvp) {
      const { member: id } = rsvp
      const name = nameOf(id)
      rsvps.set(id, rsvp)
      ordered = undefined
      indexedNames.set(id, name)
      index.put({ id, key: rosterKey(rsvp, name), words: [name], facets: {} })
    }

    /** In the order they were given. The same array until one of them changes. */
    const inOrder = () => (ordered ??= [...rsvps.values()].toSorted(byTime))

    function updateNames() {
      for (const [id, name] of indexedNames) if (name !== nameOf(id)) put(rsvps.get(id)!)
    }

    return { rsvps, index, inOrder, updateNames, ...trackRoster(eventId, put) }
  }

  return async (eventId: string) => {
    currentNames = await memberNames()
    rosters.purgeStale()
    const roster = rosters.get(eventId) ?? open(eventId)
    const keep = () => rosters.set(eventId, roster, { size: Math.min(1 + roster.rsvps.size, MAX_RSVPS) })
    if (!rosters.has(eventId)) keep()
    await roster.sync()
    if (rosters.peek(eventId) === roster) keep()
    return roster
  }
}

const byTime = (a: RosterRsvp, b: RosterRsvp) =>
  compare(a.answeredAt, b.answeredAt) || compare(a.member, b.member)

const compare = (a: string, b: string) => Number(a > b) - Number(a < b)
