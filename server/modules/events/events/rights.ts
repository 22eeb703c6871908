import { type ChapterPosition, isAmongThoseWhoCan, positionsThatCan } from '#shared/chapters/rights.ts'
import { canOnEvent, EVENT_ROLES, eventRightOf, eventRoleOf } from '#shared/events/rights.ts'
import type { RsvpState } from '#shared/events/rules.ts'
import { MY_CHAPTERS } from '#shared/lib/paths.ts'
import { type MemberRole, rolesThatCan } from '#shared/people/roles.ts'
import { among, limit, type Query, sql } from '#server/views/sql.ts'

import type { EventDocument } from './collection.ts'
import { hasEnded, isForEveryMember, isInvitedOnly, isListed, isVisible } from './rules.ts'

/**
 * Rights to see, join and edit an event. `of` decides about the document, and `sql` about its row `e` of the view
 * `event`; a test compares the two.
 */

/** A person’s place in the chapters of an event. */
export interface InChapters {
  /** Whether every member sees the chapter of the event. */
  isListed: boolean
  /** In the chapter of the event. */
  position?: ChapterPosition | undefined
  /** Whether the person is in a chapter that co-hosts it. */
  isWithHosts: boolean
}

interface Person {
  id: string
  role: MemberRole
  /** Only at events of chapters. */
  inChapters?: InChapters | undefined
}

/** Someone without a session, who has no role at any event and is on no guest list. */
export const VISITOR: Person = { id: '', role: 'member' }

/** A viewer of SQL. Without a role, it is read from the view. */
export interface Viewer {
  id: string
  role?: MemberRole
}

type Organised = Pick<EventDocument, 'createdBy' | 'organiser' | 'editors' | 'helpers'> & {
  hosts: readonly string[]
}

/** A person’s entry in the guest list of an event. */
export interface Guest {
  isInvited: boolean
  rsvp?: { state: RsvpState; removalReason?: string | undefined } | undefined
}

const NOT_A_GUEST: Guest = { isInvited: false }

/** The creator, unless an admin has chosen another. */
export const organiserOf = ({ organiser, createdBy }: Pick<Organised, 'createdBy' | 'organiser'>) =>
  organiser ?? createdBy

/** The person’s role at the event. */
export const roleAt = {
  of: (event: Organised, { id }: Pick<Person, 'id'>) =>
    eventRoleOf(id, { ...event, organiser: organiserOf(event) }),
  sql: ({ id }: Pick<Person, 'id'>): Query => sql`(SELECT own.role FROM eventTeam AS own
    WHERE own.memberId = ${id} AND own.startsAt = e.startsAt AND own.number = e.number)`,
}

export const rightOn = (event: Organised, person: Person) =>
  eventRightOf(person.role, roleAt.of(event, person), person.inChapters?.position)

/** The person’s position in the chapter of the event. */
export const positionAt = ({ id }: Pick<Person, 'id'>): Query => sql`(SELECT own.position
  FROM chapterMembership AS own WHERE own.member = ${id} AND own.chapter = e.chapter)`

/** Whether it is the person's own event; admins manage the others too. */
export const organises = (event: Organised, { id }: Pick<Person, 'id'>) =>
  organiserOf(event) === id || event.hosts.includes(id)

/** Whether the person sees everything of the event, and can edit it. */
export const mayEdit = {
  of: (event: Organised, person: Person) => canOnEvent({ right: rightOn(event, person) }, 'edit'),
  sql({ id, role }: Person): Query {
    if (editsAllEvents(role)) return sql`1`
    return sql`(EXISTS (SELECT 1 FROM eventTeam AS managing
      WHERE managing.memberId = ${id} AND managing.startsAt = e.startsAt AND managing.number = e.number
        AND managing.role IN ${among(editingRoles(role))})
      OR (e.chapter IS NOT NULL AND coalesce(${positionAt({ id })} IN ${among(positionsThatCan('createEvents'))}, 0)))`
  },
}

/** The events that the person can edit, as a table expression for `e`. */
export const editableEvents = ({ id, role }: Person): Query =>
  editsAllEvents(role)
    ? sql`event AS e`
    : sql`(SELECT number FROM eventTeam WHERE memberId = ${id} AND role IN ${among(editingRoles(role))}
        UNION SELECT hosting.number FROM chapterMembership AS own CROSS JOIN eventChapter AS hosting
          ON hosting.chapter = own.chapter AND hosting.isOwn = 1
        WHERE own.member = ${id} AND own.position IN ${among(positionsThatCan('createEvents'))}
      ) AS own CROSS JOIN event AS e ON e.number = own.number`

/** The latest of them that have ended, as a table expression. @param now ISO instant */
export const endedEvents = (person: Person, now: string, rows: number): Query =>
  sql`(SELECT e.* FROM ${editableEvents(person)} WHERE ${isListed.sql} AND ${hasEnded.sql(now)}
    ORDER BY e.startsAt DESC, e.id DESC ${limit(rows)})`

const editsAllEvents = (role: MemberRole) => canOnEvent({ right: eventRightOf(role, undefined) }, 'edit')

/** Roles at an event with which someone of this role in the community can edit it. */
const editingRoles = (role: MemberRole) =>
  EVENT_ROLES.filter((own) => canOnEvent({ right: eventRightOf(role, own) }, 'edit'))

/** Whether the person was invited, or has an RSVP: the event may have become one for invited people since. */
export const isOnGuestList = {
  of: ({ isInvited, rsvp }: Guest) =>
    isInvited || (rsvp !== undefined && (rsvp.state !== 'declined' || rsvp.removalReason !== undefined)),
  sql: ({ id }: Pick<Person, 'id'>): Query => sql`(
    EXISTS (SELECT 1 FROM eventInvitation AS own WHERE own.member = ${id} AND own.event = e.id)
    OR EXISTS (SELECT 1 FROM rsvp AS own WHERE own.member = ${id} AND own.event = e.id
      AND (own.state <> 'declined' OR own.removalReason IS NOT NULL)))`,
}

type Addressed = Organised & Pick<EventDocument, 'joinMode' | 'visibility' | 'chapterId'>

/** Whether a chapter of the event admits the person, or makes them one of those who run it. */
const isAdmitted = {
  of(event: Addressed, { inChapters: { position, isWithHosts } = NOT_IN_CHAPTERS }: Person) {
    if (isAmongThoseWhoCan('checkIn', position)) return true
    const isMember = isAmongThoseWhoCan('attend', position)
    return !isInvitedOnly.of(event) && (isMember || (event.visibility !== 'chapter' && isWithHosts))
  },
  sql: ({ id }: Pick<Person, 'id'>): Query => sql`(e.chapter IS NOT NULL AND EXISTS (
    SELECT 1 FROM chapterMembership AS own CROSS JOIN eventChapter AS hosting
      ON hosting.chapter = own.chapter AND hosting.startsAt = e.startsAt AND hosting.number = e.number
    WHERE own.member = ${id} AND (
      (hosting.isOwn = 1 AND own.position IN ${among(positionsThatCan('checkIn'))})
      OR (hosting.admits = 1 AND NOT ${isInvitedOnly.sql} AND own.position IN ${among(positionsThatCan('attend'))}))))`,
}

const NOT_IN_CHAPTERS: InChapters = { isListed: false, isWithHosts: false }

/** Whether the event is for everyone or for the person’s chapter, or the person edits it, has a role at it or is on its guest list. */
export const isOpenTo = {
  of: (event: Addressed, person: Person, guest: Guest = NOT_A_GUEST) =>
    isKnownToBeOpen(event, person) || isOnGuestList.of(guest),
  sql(viewer: Viewer): Query {
    if (viewer.role && editsAllEvents(viewer.role)) return sql`1`
    return sql`(${isForEveryMember.sql} OR ${isAdmitted.sql(viewer)} OR ${roleAt.sql(viewer)} IS NOT NULL OR ${isOnGuestList.sql(viewer)}
      ${viewer.role ? sql`` : sql`OR ${isAdmin(viewer)}`})`
  },
}

/** Whether the guest list need not be read. */
export const isKnownToBeOpen = (event: Addressed, person: Person): boolean =>
  isForEveryMember.of(event, person.inChapters?.isListed) ||
  isAdmitted.of(event, person) ||
  roleAt.of(event, person) !== undefined ||
  mayEdit.of(event, person)

const isAdmin = ({ id }: Viewer) => sql`EXISTS (SELECT 1 FROM person AS viewer
  WHERE viewer.id = ${id} AND viewer.role IN ${among(rolesThatCan('manageAllEvents'))})`

type Seen = Addressed & Pick<EventDocument, 'status' | 'hidden'>

/** Whether the person finds the event, and can RSVP to it. Not to drafts, nor to events that an admin has hidden. */
export const mayJoin = {
  of: (event: Seen, person: Person, guest?: Guest) =>
    isVisible.of(event) && isOpenTo.of(event, person, guest),
  sql: (viewer: Viewer): Query => sql`(${isVisible.sql} AND ${isOpenTo.sql(viewer)})`,
}

/** Whether the person can open the event. For everyone else it does not exist. */
export const maySee = {
  of: (event: Seen, person: Person, guest?: Guest) =>
    mayEdit.of(event, person) || mayJoin.of(event, person, guest),
  sql: (viewer: Person): Query => sql`(${mayJoin.sql(viewer)} OR ${mayEdit.sql(viewer)})`,
}

/** Whether the person has to ask for a place, unless they are invited. */
export const needsRequest = (
  event: Organised & Pick<EventDocument, 'joinMode'>,
  person: Pick<Person, 'id'>,
) => event.joinMode === 'request' && !organises(event, person)

/** Whether a chapter hosts or co-hosts it. @param chapter an id, or `MY_CHAPTERS` for those of the viewer */
export const isOfChapter = ({ id }: Pick<Person, 'id'>, chapter: string): Query =>
  chapter === MY_CHAPTERS
    ? sql`e.number IN (SELECT hosting.number FROM chapterMembership AS own CROSS JOIN eventChapter AS hosting
        ON hosting.chapter = own.chapter
        WHERE own.member = ${id} AND own.position IN ${among(positionsThatCan('attend'))})`
    : sql`e.number IN (SELECT number FROM eventChapter WHERE chapter = ${chapter})`

/** Members and guests with an RSVP other than can’t go, or a role, at any of the events: a change concerns them. */
export const concernedBy = (eventIds: readonly string[]): Query => sql`
  SELECT member FROM rsvp WHERE event IN ${among(eventIds)} AND state <> 'declined'
  UNION SELECT memberId FROM eventTeam JOIN event USING (number) WHERE id IN ${among(eventIds)}`
