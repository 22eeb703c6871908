import { canOnEvent, EVENT_ROLES, eventRightOf, eventRoleOf } from '#shared/events/rights.ts'
import type { RsvpState } from '#shared/events/rules.ts'
import { type MemberRole, rolesThatCan } from '#shared/people/roles.ts'
import { among, type Query, sql } from '#server/views/sql.ts'

import type { EventDocument } from './collection.ts'
import { isInvitedOnly, isVisible } from './rules.ts'

/**
 * Rights to see, join and edit an event. `of` decides about the document, and `sql` about its row `e` of the view
 * `event`; a test compares the two.
 */

interface Person {
  id: string
  role: MemberRole
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
  eventRightOf(person.role, roleAt.of(event, person))

/** Whether it is the person's own event; admins manage the others too. */
export const organises = (event: Organised, { id }: Pick<Person, 'id'>) =>
  organiserOf(event) === id || event.hosts.includes(id)

/** Whether the person sees everything of the event, and can edit it. */
export const mayEdit = {
  of: (event: Organised, person: Person) => canOnEvent({ right: rightOn(event, person) }, 'edit'),
  sql({ id, role }: Person): Query {
    if (editsAllEvents(role)) return sql`1`
    return sql`EXISTS (SELECT 1 FROM eventTeam AS managing
      WHERE managing.memberId = ${id} AND managing.startsAt = e.startsAt AND managing.number = e.number
        AND managing.role IN ${among(editingRoles(role))})`
  },
}

/** The events that the person can edit, as a table expression for `e`. */
export const editableEvents = ({ id, role }: Person): Query =>
  editsAllEvents(role)
    ? sql`event AS e`
    : sql`eventTeam AS own CROSS JOIN event AS e ON own.memberId = ${id}
      AND own.role IN ${among(editingRoles(role))} AND e.number = own.number`

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

/** Whether the event is for everyone, or the person edits it, has a role at it or is on its guest list. */
export const isOpenTo = {
  of: (event: Organised & Pick<EventDocument, 'joinMode'>, person: Person, guest: Guest = NOT_A_GUEST) =>
    isKnownToBeOpen(event, person) || isOnGuestList.of(guest),
  sql(viewer: Viewer): Query {
    if (viewer.role && editsAllEvents(viewer.role)) return sql`1`
    return sql`(NOT ${isInvitedOnly.sql} OR ${roleAt.sql(viewer)} IS NOT NULL OR ${isOnGuestList.sql(viewer)}
      ${viewer.role ? sql`` : sql`OR ${isAdmin(viewer)}`})`
  },
}

/** Whether the guest list need not be read. */
export const isKnownToBeOpen = (
  event: Organised & Pick<EventDocument, 'joinMode'>,
  person: Person,
): boolean => !isInvitedOnly.of(event) || roleAt.of(event, person) !== undefined || mayEdit.of(event, person)

const isAdmin = ({ id }: Viewer) => sql`EXISTS (SELECT 1 FROM person AS viewer
  WHERE viewer.id = ${id} AND viewer.role IN ${among(rolesThatCan('manageAllEvents'))})`

type Seen = Organised & Pick<EventDocument, 'joinMode' | 'status' | 'hidden'>

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
