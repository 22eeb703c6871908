import { hasEnded as hasEndedOf, isCurrent as isCurrentOf, isForChapters } from '#shared/events/rules.ts'
import type { EventSummary } from '#shared/events/schema.ts'
import { type Query, sql } from '#server/views/sql.ts'

import type { EventDocument } from './collection.ts'

/**
 * The states of an event. `of` decides about the document, and `sql` about its row `e` of the view `event`; a test
 * compares the two.
 */

/** Whether members who do not manage the event may see it, if it is open to them. */
export const isVisible = {
  of: ({ status, hidden }: Pick<EventDocument, 'status' | 'hidden'>) => status !== 'draft' && !hidden?.event,
  sql: sql`(e.status <> 'draft' AND e.isHidden = 0)`,
}

/** Whether lists for everyone have it: it is visible, and takes or took place. */
export const isListed = {
  of: (event: Pick<EventDocument, 'status' | 'hidden'>) =>
    isVisible.of(event) && event.status !== 'cancelled',
  sql: sql`e.isListed = 1`,
}

/** Whether only people on its guest list see it. */
export const isInvitedOnly = {
  of: ({ joinMode }: Pick<EventDocument, 'joinMode'>) => joinMode === 'invited',
  sql: sql`e.isInvitedOnly = 1`,
}

type Audience = Pick<EventDocument, 'visibility' | 'chapterId'>

/** Whether it is not for chapters alone. The chapter of the event must not be hidden. */
const isOpenToNetwork = {
  /** @param isShown whether every member sees the chapter */
  of: ({ visibility, chapterId }: Audience, isShown: boolean) =>
    chapterId === undefined || (isShown && !isForChapters(visibility)),
  sql: sql`(e.openWith IS NULL
    OR EXISTS (SELECT 1 FROM chapter AS c WHERE c.id = e.openWith AND c.isListed = 1))`,
}

/** The chapter whose listing opens the event to every member; empty if nothing does. Undefined without a chapter. */
export const openWithOf = ({ visibility, chapterId }: Audience) =>
  chapterId !== undefined && isForChapters(visibility) ? '' : chapterId

/** Whether every member can find it, once it is listed. */
export const isForEveryMember = {
  of: (event: Audience & Pick<EventDocument, 'joinMode'>, isShown = false) =>
    !isInvitedOnly.of(event) && isOpenToNetwork.of(event, isShown),
  sql: sql`(NOT ${isInvitedOnly.sql} AND ${isOpenToNetwork.sql})`,
}

type Published = Audience & Pick<EventDocument, 'joinMode' | 'status' | 'hidden'>

/** Whether people without a session may see it. Every member must see its chapter. */
export const isPublic = {
  of: (event: Published, isShown = false) => mayBePublic(event) && isOpenToNetwork.of(event, isShown),
  sql: sql`(e.isPublic = 1 AND ${isOpenToNetwork.sql})`,
}

/** Whether people without a session may see it unless its chapter is hidden. */
export const mayBePublic = (event: Published) =>
  event.visibility === 'public' && !isInvitedOnly.of(event) && isVisible.of(event)

/** Whether it is over: it was completed, or its end has passed. */
export const hasEnded = {
  /** @param now epoch milliseconds */
  of: hasEndedOf,
  /** @param now ISO instant */
  sql: (now: string): Query => sql`(e.status = 'completed' OR e.endsAt <= ${now})`,
}

/** Whether it is published and not over. */
export const isCurrent = {
  /** @param now epoch milliseconds */
  of: isCurrentOf,
  /** @param now ISO instant */
  sql: (now: string): Query => sql`(e.status = 'published' AND e.endsAt > ${now})`,
}

/**
 * Whether it took place before it was imported. Its attendees are asked nothing and earn nothing, and no one is checked
 * in.
 */
export const isHistory = {
  of: ({ status, imported, publishedAt }: Pick<EventDocument, 'status' | 'imported' | 'publishedAt'>) =>
    status === 'completed' && imported !== undefined && publishedAt === undefined,
  sql: sql`e.isHistory = 1`,
}

/** Whether an admin has hidden its current cover. */
export const isCoverHidden = {
  of: ({ cover, hidden }: Pick<EventDocument, 'cover' | 'hidden'>) =>
    hidden?.event !== undefined || (cover !== '' && hidden?.cover?.image === cover),
  sql: sql`e.isCoverHidden = 1`,
}

/** The cover for people who may see the event; empty when there is none. */
export const visibleCoverOf = (event: Pick<EventDocument, 'cover' | 'hidden'>) =>
  isCoverHidden.of(event) ? '' : event.cover

/** The cover for everyone, unless its chapter is hidden; empty when there is none. */
export const publicCoverOf = (event: Published & Pick<EventDocument, 'cover'>) =>
  mayBePublic(event) && event.status !== 'cancelled' ? visibleCoverOf(event) : ''

/** An event as people who may see it see it. */
export const summaryOf = (event: EventDocument): EventSummary => {
  const { id, title, summary, startsAt, endsAt, allDay, timeZone, format, status, tags, venue } = event
  const cover = visibleCoverOf(event)
  const city = venue?.address.city
  const isOpenToGuests = event.openToGuests && !isInvitedOnly.of(event)
  return {
    id,
    title,
    summary,
    startsAt,
    endsAt,
    allDay,
    timeZone,
    format,
    status,
    tags,
    venueName: venue?.name || undefined,
    city: city || undefined,
    cover: cover || undefined,
    openToGuests: isOpenToGuests ? true : undefined,
    rsvpOpensAt: isOpenToGuests ? event.rsvpOpensAt : undefined,
    rsvpDeadline: isOpenToGuests ? event.rsvpDeadline : undefined,
  }
}
