import { LRUCache } from 'lru-cache'

import { type Clock, isoInstant } from '#server/lib/clock.ts'

interface HostedEvent {
  id: string
  title: string
  status: string
  startsAt: string
  hosts: readonly string[]
}

export interface SharedHistoryDeps {
  clock: Clock
  /** Latest first. */
  connectedIds: (memberId: string) => Promise<readonly string[]>
  /** Suspended and pending members, who must not be revealed, not even by a count, and former ones. */
  inactive: () => Promise<ReadonlySet<string>>
  /** Ids of the latest events that the member attended. */
  attendedEventIds: (memberId: string, limit: number) => Promise<string[]>
  /** Ids of events that the member hosts and that start before `until` (ISO instant), latest first. */
  hosted: (memberId: string, until: string) => Promise<string[]>
  /** Ids of attendees; of many, always the same ones. */
  attendeesOf: (eventId: string) => Promise<string[]>
  eventsOf: (ids: readonly string[]) => Promise<HostedEvent[]>
}

/** The latest ones are enough, and bound the work for members who know everyone. */
const MAX_EVENTS = 5
const MAX_CONNECTIONS = 12
const MAX_CONNECTIONS_EACH = 50
/** Who went to an event that has started hardly changes. One takes 40 kB at most. */
const MAX_ATTENDANCES = 200
const ATTENDANCE_TIME_TO_LIVE = 10 * 60_000

/** Events and connections that a member shares with others. */
export function createSharedHistory(deps: SharedHistoryDeps) {
  const { clock, connectedIds, inactive, attendedEventIds, hosted, attendeesOf, eventsOf } = deps

  const attendees = new LRUCache<string, ReadonlySet<string>>({
    max: MAX_ATTENDANCES,
    ttl: ATTENDANCE_TIME_TO_LIVE,
    perf: { now: clock },
    fetchMethod: async (eventId) => new Set(await attendeesOf(eventId)),
  })

  /** The latest events that the member attended or hosted, and who was there. */
  async function latestEventsOf(memberId: string) {
    const [attended, hostedIds] = await Promise.all([
      attendedEventIds(memberId, MAX_EVENTS),
      hosted(memberId, isoInstant(clock())),
    ])
    const ids = new Set([...attended, ...hostedIds.slice(0, MAX_EVENTS)])
    const latest = (ids.size > 0 ? await eventsOf([...ids]) : [])
      .toSorted((a, b) => b.startsAt.localeCompare(a.startsAt))
      .slice(0, MAX_EVENTS)
      .filter(({ status }) => status !== 'cancelled')
    return Promise.all(
      latest.map(async ({ id, title, hosts }) => ({
        id,
        title,
        hosts,
        attendees: await attendees.fetch(id),
      })),
    )
  }

  async function mutualCountsOf(connected: readonly string[]) {
    const counts = new Map<string, number>()
    const latest = connected.slice(0, MAX_CONNECTIONS)
    const theirs = await Promise.all(latest.map((id) => connectedIds(id)))
    for (const id of theirs.flatMap((ids) => ids.slice(0, MAX_CONNECTIONS_EACH)))
      counts.set(id, (counts.get(id) ?? 0) + 1)
    return counts
  }

  return async (memberId: string) => {
    const absent = await inactive()
    const connected = new Set((await connectedIds(memberId)).filter((id) => !absent.has(id)))
    let latest: ReturnType<typeof latestEventsOf> | undefined
    const latestEvents = () => (latest ??= latestEventsOf(memberId))
    return {
      connected,
      /** Of the member's latest events. */
      eventIds: async () => (await latestEvents()).map((event) => event.id),
      /** Titles of the latest events that each member attended with this one. */
      async eventsTogether() {
        const titles = new Map<string, string[]>()
        for (const { title, hosts, attendees: present } of await latestEvents()) {
          for (const id of present?.union(new Set(hosts)) ?? hosts)
            titles.getOrInsertComputed(id, () => []).push(title)
        }
        return titles
      },
      /** The same with one member. */
      eventsWith: async (other: string) =>
        (await latestEvents())
          .filter(({ hosts, attendees: present }) => hosts.includes(other) || present?.has(other))
          .map(({ title }) => title),
      /** Number of mutual connections, from the latest of the member's connections. */
      mutualCounts: () => mutualCountsOf([...connected]),
      /** The exact number of mutual connections with one member. */
      async mutualWith(other: string) {
        if (connected.size === 0) return 0
        return (await connectedIds(other)).filter((id) => connected.has(id)).length
      },
    }
  }
}
