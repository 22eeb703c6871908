import type { OrganiserFigures } from '#shared/dashboard.ts'
import type { HiddenFrom } from '#server/features/connections/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { Clock } from '#server/lib/clock.ts'

interface Deps {
  clock: Clock
  /** Events that the actor manages and that have ended, the latest first. */
  pastManaged: (
    actor: Actor,
    limit: number,
  ) => Promise<{ id: string; title: string; startsAt: string; timeZone: string; capacity?: number }[]>
  /** For each event: seats taken, members with a seat, and those of them who were checked in. */
  attendance: (
    events: readonly { id: string; capacity?: number }[],
  ) => Promise<{ seats: number; going: number; checkedIn: number }[]>
  /** Ids of the members in the directory, by name. */
  listedIds: () => Promise<readonly string[]>
  connections: () => Promise<{ isConnected: (memberId: string) => boolean }>
  names: () => Promise<ReadonlyMap<string, string>>
  hiddenFrom: HiddenFrom
}

const EVENTS_SHOWN = 6
const MEMBERS_SHOWN = 5
/** Milliseconds. At 100,000 members finding those without a connection takes tens of milliseconds. */
const UNCONNECTED_KEPT = 60_000

/** Fill rates and no-shows of an organiser's events, and members who have no connection yet. */
export function createOrganiserFigures(deps: Deps) {
  const { clock, pastManaged, attendance, listedIds, connections, names, hiddenFrom } = deps
  let kept: { at: number; listed: ReadonlySet<string>; ids: readonly string[] } | undefined

  async function allUnconnected() {
    if (kept && clock() - kept.at < UNCONNECTED_KEPT) return kept
    const [listed, { isConnected }] = await Promise.all([listedIds(), connections()])
    kept = { at: clock(), listed: new Set(listed), ids: listed.filter((id) => !isConnected(id)) }
    return kept
  }

  async function unconnected(viewerId: string): Promise<OrganiserFigures['unconnected']> {
    const [{ listed, ids }, hidden, nameOf] = await Promise.all([
      allUnconnected(),
      hiddenFrom(viewerId),
      names(),
    ])
    const visible = ids.filter((id) => id !== viewerId && !hidden.has(id))
    // Without the hidden ones: a block must look like a suspension, which takes someone off the list.
    const members = listed.size - listed.intersection(hidden).size
    const items = visible.slice(0, MEMBERS_SHOWN).map((id) => ({ id, displayName: nameOf.get(id) ?? '' }))
    return { total: visible.length, members, items }
  }

  async function events(actor: Actor): Promise<OrganiserFigures['events']> {
    const latest = await pastManaged(actor, EVENTS_SHOWN)
    const attended = await attendance(latest)
    return latest
      .map(({ id, title, startsAt, timeZone, capacity }, at) => ({
        id,
        title,
        startsAt,
        timeZone,
        ...(capacity !== undefined && { capacity }),
        ...attended[at]!,
      }))
      .toReversed()
  }

  /** Undefined for members without the role. */
  return async (actor: Actor): Promise<OrganiserFigures | undefined> => {
    if (actor.role === 'member') return undefined
    const [ended, members] = await Promise.all([events(actor), unconnected(actor.id)])
    return { events: ended, unconnected: members }
  }
}
