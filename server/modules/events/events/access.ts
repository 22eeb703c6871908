import { isAmongThoseWhoCan } from '#shared/chapters/rights.ts'
import * as m from '#shared/events/messages.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { FeedListener, Reader, Store, Transaction } from '#server/store/port.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import { createContributions } from '#server/lib/contributions.ts'
import { conflict, notFound } from '#server/lib/failure.ts'

import { type EventDocument, events } from './collection.ts'
import { type EventCommand, refusal } from './policy.ts'
import {
  type Guest,
  type InChapters,
  isKnownToBeOpen,
  isOnGuestList,
  mayEdit,
  mayJoin,
  VISITOR,
} from './rights.ts'
import { isForEveryMember, isVisible } from './rules.ts'
import { chapterAudience, seriesDates } from './queries.ts'

interface Deps {
  store: Store
  clock: Clock
  chapters: Chapters
  people: People
}

type Viewer = Pick<Actor, 'id' | 'role'>

export type EventAccess = ReturnType<typeof createEventAccess>

/** @throws Failure for a draft, or an event that an admin has hidden */
function assertShown(event: EventDocument) {
  if (event.hidden?.event) throw conflict('event_hidden', m.eventHidden())
  if (event.status === 'draft') throw conflict('not_published', m.eventUnpublished())
}

/** Stored events, for people who may see or manage them. */
export function createEventAccess({ store, clock, people, chapters }: Deps) {
  const guestLists = createContributions<[Pick<Reader, 'get'>, eventId: string, memberId: string], Guest>()

  /** The person as the rights need them: at an event of a chapter, with their place in its chapters. */
  async function personAt<P extends Viewer>(
    reader: Pick<Reader, 'get'>,
    { chapterId, cohosts = [] }: Pick<EventDocument, 'chapterId' | 'cohosts'>,
    viewer: P,
  ): Promise<P & { inChapters?: InChapters }> {
    if (chapterId === undefined) return viewer
    const [own, ...hosts] = await Promise.all(
      [chapterId, ...cohosts].map((id) => chapters.access.placeIn(reader, viewer, id)),
    )
    const isWithHosts = hosts.some(({ position }) => isAmongThoseWhoCan('attend', position))
    return { ...viewer, inChapters: { isListed: own!.isListed, position: own!.position, isWithHosts } }
  }

  /** The person’s entry in the guest list, read only where it decides who sees the event. */
  async function guestAt(reader: Pick<Reader, 'get'>, event: EventDocument, viewer: Viewer) {
    if (isKnownToBeOpen(event, viewer)) return undefined
    const entries = await guestLists.collect(reader, event.id, viewer.id)
    return entries.find(isOnGuestList.of)
  }

  async function joinable(reader: Pick<Reader, 'get'>, event: EventDocument, viewer: Viewer) {
    const person = await personAt(reader, event, viewer)
    return mayJoin.of(event, person, await guestAt(reader, event, person))
  }

  /** The reason for which the actor may not do this; undefined when they may. */
  async function refused(
    command: EventCommand,
    actor: Viewer,
    event: EventDocument,
    reader: Pick<Reader, 'get'> = store,
  ) {
    const person = await personAt(reader, event, actor)
    return refusal(command, person, event, clock(), await guestAt(reader, event, person))
  }

  /**
   * Returns the event if the actor may do this. Events that the actor may not see look like unknown ones.
   * @throws Failure with the reason
   */
  async function allowed(
    command: EventCommand,
    actor: Viewer,
    event: EventDocument | undefined,
    reader: Pick<Reader, 'get'> = store,
  ): Promise<EventDocument> {
    if (!event) throw notFound('event')
    const problem = await refused(command, actor, event, reader)
    if (problem) throw problem
    return event
  }

  return {
    allowed,
    refused,
    personAt,

    /** Whether the viewer can edit the event, in whatever state it is. */
    canEdit: async (viewer: Viewer, event: EventDocument) =>
      mayEdit.of(event, await personAt(store, event, viewer)),

    /** Adds the entries of people who see an event that is only for invited people. */
    addGuestList: guestLists.contribute,

    /** The event with any status, whether or not an admin has hidden it. */
    stored: (reader: Pick<Reader, 'get'>, id: string) => reader.get(events, id),

    /** Events in the order of `ids`, with any status; missing ones are left out. */
    async storedAmong(reader: Pick<Reader, 'getMany'>, ids: readonly string[]): Promise<EventDocument[]> {
      const found = ids.length > 0 ? await reader.getMany(events, ids) : []
      return found.filter((event) => event !== undefined)
    },

    /** Events of the series with any status, earliest first. */
    datesOf: async (seriesId: string) => seriesDates(await store.views(), seriesId),

    /** The given members for whom the event is, unless it is for invited people alone. */
    async audienceAmong(id: string, memberIds: readonly string[]): Promise<readonly string[]> {
      const event = await store.get(events, id)
      if (event?.chapterId === undefined) return memberIds
      const { isListed } = await chapters.access.placeIn(store, VISITOR, event.chapterId)
      if (isForEveryMember.of(event, isListed)) return memberIds
      const admitted = new Set(chapterAudience(await store.views(), id))
      return memberIds.filter((memberId) => admitted.has(memberId))
    },

    /** Follows later changes by every replica. */
    openFeed: (listener: FeedListener<EventDocument>) => store.openFeed(events, listener, { from: 'now' }),

    /** Undefined for drafts. Includes events that admins have hidden, whose RSVPs are kept consistent. */
    async nonDraft(reader: Pick<Reader, 'get'>, id: string) {
      const event = await reader.get(events, id)
      return event?.status === 'draft' ? undefined : event
    },

    /** Undefined for drafts, for events that admins have hidden, and for those to which only others are invited. */
    async visibleEvent(reader: Pick<Reader, 'get'>, id: string, viewer: Viewer) {
      const event = await reader.get(events, id)
      return event && (await joinable(reader, event, viewer)) ? event : undefined
    },

    /** The events among these that `visibleEvent` would return. */
    async visibleTo(viewer: Viewer, found: readonly EventDocument[]): Promise<EventDocument[]> {
      const isOpen = await Promise.all(found.map((event) => joinable(store, event, viewer)))
      return found.filter((_, at) => isOpen[at])
    },

    /** @throws Failure when the viewer may not see it */
    seen: async (viewer: Actor, id: string): Promise<EventDocument> =>
      allowed('see', viewer, await store.get(events, id)),

    /** @throws Failure when the viewer, or members in general, may not see it */
    async shown(viewer: Viewer, id: string): Promise<EventDocument> {
      const event = await allowed('see', viewer, await store.get(events, id))
      assertShown(event)
      return event
    },

    /**
     * Events in the order of `ids`, at most 500; missing events, drafts and hidden ones are left out. Whom an event is for
     * does not matter.
     */
    async visibleAmong(ids: readonly string[]) {
      const found = ids.length > 0 ? await store.getMany(events, ids) : []
      return found.filter((event): event is EventDocument => event !== undefined && isVisible.of(event))
    },

    /** @throws Failure when the actor cannot check people in */
    eventOfCheckIn: async (actor: Actor, id: string): Promise<EventDocument> =>
      allowed('checkIn', actor, await store.get(events, id)),

    /** @throws Failure when the actor cannot edit it */
    editableEvent: async (actor: Actor, id: string): Promise<EventDocument> =>
      allowed('organise', actor, await store.get(events, id)),

    /** @throws Failure when the actor cannot edit it, or members may not see it */
    async editableShown(actor: Actor, id: string): Promise<EventDocument> {
      const event = await allowed('organise', actor, await store.get(events, id))
      assertShown(event)
      return event
    },

    /**
     * Runs in a command's own transaction. @throws Failure when the actor cannot edit the event, or its roster cannot
     * change: of a draft, of one that is over or cancelled, and of one that an admin has hidden
     */
    editableIn: async (reader: Pick<Reader, 'get'>, actor: Actor, id: string): Promise<EventDocument> =>
      allowed('changeRoster', actor, await reader.get(events, id), reader),

    /**
     * Members who are suspended, and members separated from the actor by a block, look alike.
     * @throws Failure unless the member is active and no block separates the two
     */
    async assertReachable(tx: Transaction, actor: Actor, memberId: string): Promise<void> {
      const [state, { byViewer, ofViewer }] = await Promise.all([
        people.members.accountStateOf(tx, memberId),
        people.blocks.blocksBetween(tx, actor.id, memberId),
      ])
      if (state === 'active' && !byViewer && !ofViewer) return
      throw conflict('member_unavailable', m.eventMemberUnavailable())
    },
  }
}
