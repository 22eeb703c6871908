import type { EventSummary } from '#shared/events.ts'
import type { Actor } from '#server/features/session/types.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { allOf } from '#server/lib/all-of.ts'
import type { Reader } from '#server/store/port.ts'

import { createEventAudit } from './audit.ts'
import { type EventDocument, events } from './collection.ts'
import { createEditing, type EditingDeps } from './editing.ts'
import { createLifecycle, type LifecycleDeps } from './lifecycle.ts'
import { createEventModeration } from './moderation.ts'
import { assertAllowed, isVisible } from './policy.ts'
import { eventIdsHiddenFrom, eventSummaries, hasHiddenCover } from './queries.ts'
import { createReassigning, type ReassigningDeps } from './reassigning.ts'
import { summaryOf } from './summary.ts'
import { createViewing, type ViewingDeps } from './viewing.ts'
import type { ManagedIn } from './types.ts'
import { createEventWriter, type WritingDeps } from './writing.ts'

type Deps = Omit<EditingDeps, 'auditEvent'> & ReassigningDeps & LifecycleDeps & ViewingDeps & WritingDeps

export type EventService = ReturnType<typeof createEventService>

export function createEventService(deps: Deps) {
  const { store, clock, newId, audit, eventMutex, cards, useImage } = deps
  const { auditEvent, auditAdmin } = createEventAudit(audit)
  const { notify, prepareChange, onRescheduled, onDelete, hasRsvps, participation, recordDraftView } = deps
  const write = createEventWriter({ store, clock, eventMutex, prepareChange, onRescheduled, notify })

  /** In the order of `ids`, at most 500; absent events, drafts and hidden ones are left out. */
  const visible = async (ids: readonly string[]) => {
    const found = ids.length > 0 ? await store.getMany(events, ids) : []
    return found.filter((event): event is EventDocument => event !== undefined && isVisible(event))
  }

  const managedIn: ManagedIn = async (reader, actor, id) =>
    assertAllowed('changeRoster', actor, await reader.get(events, id), clock())

  return {
    ...createEditing({ store, clock, newId, auditEvent, auditAdmin, useImage, onDelete, cards, write }),
    ...createLifecycle({ store, clock, audit, auditEvent, hasRsvps, write }),
    reassign: createReassigning({ audit, notify, canOrganise: deps.canOrganise, write }),
    recordDraftView,
    ...createViewing({ store, clock, cards, participation, recordDraftView }),

    moderation: createEventModeration({ store, clock, prepareChange }),

    /** The event as stored; undefined for drafts. Also what admins have hidden: its RSVPs stay in order. */
    async nonDraft(reader: Pick<Reader, 'get'>, id: string) {
      const event = await reader.get(events, id)
      return event?.status === 'draft' ? undefined : event
    },

    visible,

    /** The event as stored; undefined for drafts and for what admins have hidden. */
    async visibleEvent(reader: Pick<Reader, 'get'>, id: string) {
      const event = await reader.get(events, id)
      return event && isVisible(event) ? event : undefined
    },

    /** Of these ids, those of published events that have not ended, hidden by admins from the viewer. */
    hiddenAmong: async (viewer: Actor, ids: readonly string[]): Promise<ReadonlySet<string>> =>
      eventIdsHiddenFrom(await store.views(), viewer, clock(), ids),

    hasHiddenCover: async (id: string) => hasHiddenCover(await store.views(), id),

    /** In the order of `ids`; absent events, drafts and hidden ones are left out. */
    summaries: async (ids: readonly string[]): Promise<EventSummary[]> =>
      eventSummaries(await store.views(), ids),

    /** @throws Failure when the actor does not manage it */
    managedEvent: async (actor: Actor, id: string): Promise<EventDocument> =>
      assertAllowed('organise', actor, await store.get(events, id), clock()),

    managedIn,

    auditEvent,

    auditAdmin,

    /** Events that the member created in full; those they host or organise for others as every member may see them. */
    async exportOf(memberId: string) {
      const [created, organised, hosted] = await Promise.all([
        allOf(store, events, { where: { createdBy: memberId }, orderBy: 'startsAt' }),
        allOf(store, events, { where: { organiser: memberId }, orderBy: 'startsAt' }),
        allOf(store, events, { contains: { field: 'hosts', value: memberId }, orderBy: 'startsAt' }),
      ])
      const others = new Map([...organised, ...hosted].map((event) => [event.id, event]))
      const visibleOthers = [...others.values()].filter(
        (event) => event.createdBy !== memberId && isVisible(event),
      )
      return [...created, ...visibleOthers.map(summaryOf)]
    },

    /** Removes the member from the hosts of events that haven't ended. Past events keep the former member. */
    async forget(memberId: string) {
      const hosted = await allOf(store, events, {
        contains: { field: 'hosts', value: memberId },
        orderBy: 'startsAt',
      })
      const now = isoInstant(clock())
      for (const { id, endsAt } of hosted) {
        if (endsAt < now) continue
        await write(id, memberId, (event) => ({
          ...event,
          hosts: event.hosts.filter((host) => host !== memberId),
        }))
      }
    },
  }
}
