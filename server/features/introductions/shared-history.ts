import type { EventSummary } from '#shared/events.ts'

export interface SharedHistoryDeps {
  /** The latest first. */
  connectedIds: (memberId: string) => Promise<string[]>
  /** Those whom nobody is to come upon for now, not by a count either. */
  inactive: () => Promise<ReadonlySet<string>>
  latestConnectedIds: (memberId: string, most: number) => Promise<string[]>
  /** Ids of events that have begun, the earliest first. */
  wentTo: (memberId: string) => Promise<string[]>
  /** Ids of those who were there; of many, always the same. */
  goersOf: (eventId: string) => Promise<string[]>
  summaries: (eventIds: readonly string[]) => Promise<EventSummary[]>
}

/** A look at the latest will do, and is bounded for those who know everyone. */
const EVENTS_LOOKED_AT = 5
const CONNECTIONS_LOOKED_AT = 12
const FRIENDS_LOOKED_AT = 50

/** Where a member's ways have crossed with others'. */
export function createSharedHistory(deps: SharedHistoryDeps) {
  const { connectedIds, inactive, latestConnectedIds, wentTo, goersOf, summaries } = deps

  async function metBy(memberId: string) {
    const latest = (await wentTo(memberId)).slice(-EVENTS_LOOKED_AT).toReversed()
    const events = latest.length > 0 ? await summaries(latest) : []
    const held = events.filter(({ status }) => status !== 'cancelled')
    const goers = await Promise.all(held.map(({ id }) => goersOf(id)))
    const met = new Map<string, string[]>()
    for (const [at, { title }] of held.entries()) {
      for (const id of goers[at] ?? []) met.getOrInsertComputed(id, () => []).push(title)
    }
    return met
  }

  async function friendsOf(connected: readonly string[]) {
    const friends = new Map<string, number>()
    const latest = connected.slice(0, CONNECTIONS_LOOKED_AT)
    const circles = await Promise.all(latest.map((id) => latestConnectedIds(id, FRIENDS_LOOKED_AT)))
    for (const id of circles.flat()) friends.set(id, (friends.get(id) ?? 0) + 1)
    return friends
  }

  return async (memberId: string) => {
    const connected = new Set(await connectedIds(memberId)).difference(await inactive())
    const [met, friends] = await Promise.all([metBy(memberId), friendsOf([...connected])])
    return {
      connected,
      met,
      friends,
      /** How many connections the member has in common with someone. */
      async mutualWith(other: string) {
        if (connected.size === 0) return 0
        return (await connectedIds(other)).filter((id) => connected.has(id)).length
      },
    }
  }
}
