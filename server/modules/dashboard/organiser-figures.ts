import { can } from '#shared/people/roles.ts'
import type { OrganiserFigures as Figures } from '#shared/dashboard/schema.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'
import { parseJson } from '#server/views/sql.ts'

import { directoryFigures, latestManagedEvents, stillUnconnected, unconnectedMembers } from './queries.ts'

interface Deps {
  clock: Clock
  store: Pick<Store, 'views'>
}

const EVENTS_SHOWN = 6
const MEMBERS_SHOWN = 5
/** Milliseconds. Finding members without a connection goes through the whole directory. */
const KEPT_FOR = MINUTE
/** More than are shown, for those who get a connection meanwhile, and those hidden from a viewer. */
const MEMBERS_KEPT = 50

export type OrganiserFigures = ReturnType<typeof createOrganiserFigures>

/** Fill rates and no-shows of an organiser's events, and members who have no connection yet. */
export function createOrganiserFigures({ store, clock }: Deps) {
  let kept: { at: number; total: number; ids: readonly string[] } | undefined

  async function unconnected(viewerId: string): Promise<Figures['unconnected']> {
    const views = await store.views()
    if (!kept || clock() - kept.at >= KEPT_FOR) {
      const { total, ids } = unconnectedMembers(views, MEMBERS_KEPT)
      kept = { at: clock(), total, ids: parseJson(ids) }
    }
    // Excludes hidden members: a block must look like a suspension, which removes a member from the list.
    const { listed, hidden, hiddenUnconnected } = directoryFigures(views, viewerId)
    const items = stillUnconnected(views, viewerId, kept.ids, MEMBERS_SHOWN)
    return {
      total: Math.max(kept.total - hiddenUnconnected, items.length),
      members: listed - hidden,
      items,
    }
  }

  async function events(actor: Actor): Promise<Figures['events']> {
    return latestManagedEvents(await store.views(), actor, isoInstant(clock()), EVENTS_SHOWN)
      .map(({ capacity, ...event }) => ({ ...event, capacity: capacity ?? undefined }))
      .toReversed()
  }

  return {
    /** Undefined for members who cannot organise events. */
    async of(actor: Actor): Promise<Figures | undefined> {
      if (!can(actor.role, 'organise')) return undefined
      const [ended, members] = await Promise.all([events(actor), unconnected(actor.id)])
      return { ofEveryone: can(actor.role, 'manageAllEvents'), events: ended, unconnected: members }
    },
  }
}
