import type { Actor } from '#server/modules/actor.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { FeedListener, Reader, Store } from '#server/store/port.ts'

import { eventInvitations } from '#server/modules/events/invitations/collection.ts'
import { rsvps } from '#server/modules/events/rsvps/collection.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { notFound } from '#server/lib/failure.ts'

import { type EventDocument, events } from './collection.ts'
import { assertAllowed, isHistory, isOnGuestList, isVisible, mayEdit, roleAt } from './policy.ts'
import { eventIdsHiddenFrom } from './queries.ts'

interface Deps {
  store: Store
  clock: Clock
}

export type EventAccess = ReturnType<typeof createEventAccess>

/** Stored events, for people who may see or manage them. */
export function createEventAccess({ store, clock }: Deps) {
  return {
    isOpenTo,
    isHistory,

    /** Follows later changes by every replica. */
    openFeed: (listener: FeedListener<EventDocument>) => store.openFeed(events, listener, { from: 'now' }),

    /** Undefined for drafts. Includes events that admins have hidden, whose RSVPs are kept consistent. */
    async nonDraft(reader: Pick<Reader, 'get'>, id: string) {
      const event = await reader.get(events, id)
      return event?.status === 'draft' ? undefined : event
    },

    /** Undefined for drafts, for events that admins have hidden, and for those to which only others are invited. */
    async visibleEvent(reader: Pick<Reader, 'get'>, id: string, viewer: Pick<Actor, 'id' | 'role'>) {
      const event = await reader.get(events, id)
      return event && isVisible(event) && (await isOpenTo(reader, viewer, event)) ? event : undefined
    },

    /** @throws Failure when the viewer may not see it */
    async seen(viewer: Actor, id: string): Promise<EventDocument> {
      const event = assertAllowed('see', viewer, await store.get(events, id), clock())
      if (!(await isOpenTo(store, viewer, event))) throw notFound('event')
      return event
    },

    /** Events in the order of `ids`, at most 500; missing events, drafts and hidden ones are left out. */
    async visible(ids: readonly string[]) {
      const found = ids.length > 0 ? await store.getMany(events, ids) : []
      return found.filter((event): event is EventDocument => event !== undefined && isVisible(event))
    },

    /** The given ids of published events that have not ended and that admins have hidden from the viewer. */
    hiddenAmong: async (viewer: Actor, ids: readonly string[]): Promise<ReadonlySet<string>> =>
      eventIdsHiddenFrom(await store.views(), viewer, clock(), ids),

    /** @throws Failure when the actor cannot check people in */
    eventOfCheckIn: async (actor: Actor, id: string): Promise<EventDocument> =>
      assertAllowed('checkIn', actor, await store.get(events, id), clock()),

    /** @throws Failure when the actor cannot edit it */
    editableEvent: async (actor: Actor, id: string): Promise<EventDocument> =>
      assertAllowed('organise', actor, await store.get(events, id), clock()),

    /**
     * Runs in a command's own transaction. @throws Failure when the actor cannot edit the event, or it is not
     * upcoming
     */
    editableIn: async (reader: Pick<Reader, 'get'>, actor: Actor, id: string): Promise<EventDocument> =>
      assertAllowed('changeRoster', actor, await reader.get(events, id), clock()),
  }
}

/** Whether the event is for everyone, or the viewer is invited, on the roster, or has a role at it. */
async function isOpenTo(
  reader: Pick<Reader, 'get'>,
  viewer: Pick<Actor, 'id' | 'role'>,
  event: EventDocument,
): Promise<boolean> {
  if (event.joinMode !== 'invited' || roleAt(event, viewer) || mayEdit(viewer, event)) return true
  const id = joinedId(event.id, viewer.id)
  const [invitation, rsvp] = await Promise.all([reader.get(eventInvitations, id), reader.get(rsvps, id)])
  return invitation !== undefined || isOnGuestList(rsvp)
}
