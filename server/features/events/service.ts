import type { EventSummary } from '#shared/events.ts'
import type { Actor } from '#server/features/session/types.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { allOf } from '#server/lib/all-of.ts'
import type { Reader } from '#server/store/port.ts'

import { type EventDocument, events } from './collection.ts'
import { createEditing, type EditingDeps } from './editing.ts'
import { createLifecycle, type LifecycleDeps } from './lifecycle.ts'
import { allowed } from './policy.ts'
import { createViewing, summaryOf, type ViewingDeps } from './viewing.ts'
import { createEventWriter, type WritingDeps } from './writing.ts'

type Deps = EditingDeps & LifecycleDeps & ViewingDeps & WritingDeps

export type EventService = ReturnType<typeof createEventService>

export function createEventService(deps: Deps) {
  const { store, clock } = deps
  const write = createEventWriter(deps)

  /** As `known`, those that are there, in the order of `ids`. At most 500. */
  const knownOf = async (ids: readonly string[]) => {
    const found = ids.length > 0 ? await store.getMany(events, ids) : []
    return found.filter((event): event is EventDocument => event !== undefined && event.status !== 'draft')
  }

  return {
    ...createEditing({ ...deps, write }),
    ...createLifecycle({ ...deps, write }),
    ...createViewing(deps),

    /** The event itself, whatever of it is shown to whom; undefined for drafts, which only their makers know. */
    known,

    knownOf,

    summaries: async (ids: readonly string[]): Promise<EventSummary[]> => (await knownOf(ids)).map(summaryOf),

    /** @throws Failure when the actor does not manage it */
    managed: async (actor: Actor, id: string): Promise<EventDocument> =>
      allowed('organise', actor, await store.get(events, id), clock()),

    /** What the member made, and of what others made with the member as a host, what every member may see. */
    async exportOf(memberId: string) {
      const [created, hosted] = await Promise.all([
        allOf(store, events, { where: { createdBy: memberId }, orderBy: 'startsAt' }),
        allOf(store, events, { contains: { field: 'hosts', value: memberId }, orderBy: 'startsAt' }),
      ])
      const others = hosted.filter(({ createdBy, status }) => createdBy !== memberId && status !== 'draft')
      return [...created, ...others.map(summaryOf)]
    },

    /** Takes the member from the hosts of what is not over. What was stays, with someone who is a former member. */
    async forget(memberId: string) {
      const hosted = await allOf(store, events, {
        contains: { field: 'hosts', value: memberId },
        orderBy: 'startsAt',
      })
      const now = isoInstant(clock())
      for (const { id, endsAt } of hosted) {
        if (endsAt < now) continue
        await write(id, (event) => ({ ...event, hosts: event.hosts.filter((host) => host !== memberId) }))
      }
    },
  }
}

async function known(reader: Pick<Reader, 'get'>, id: string) {
  const event = await reader.get(events, id)
  return event?.status === 'draft' ? undefined : event
}
