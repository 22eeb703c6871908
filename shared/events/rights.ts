/** Roles at one event, and what they allow. Does not import the schema library, so that browsers can use it. */

import { type ChapterPosition, isAmongThoseWhoCan } from '#shared/chapters/rights.ts'
import { can, type MemberRole } from '#shared/people/roles.ts'

/**
 * `host`: named on the event’s page. `editor`: a host whom the organisers trust to edit and run this event. `helper`:
 * someone whom they trust with check-in, not named on the page.
 */
export const EVENT_ROLES = ['organiser', 'host', 'editor', 'helper'] as const
export type EventRole = (typeof EVENT_ROLES)[number]

/**
 * `checkIn`: the check-in list, and check-in. `edit`: everything that happens within the event. `manage`: also who helps,
 * whether it takes place, and its copies. Each right includes those before it.
 */
export const EVENT_RIGHTS = ['checkIn', 'edit', 'manage'] as const
export type EventRight = (typeof EVENT_RIGHTS)[number]

interface EventTeam {
  organiser: string
  hosts: readonly string[]
  /** The hosts who are editors. */
  editors?: readonly string[] | undefined
  helpers?: readonly string[] | undefined
}

export function eventRoleOf(
  personId: string,
  { organiser, hosts, editors = [], helpers = [] }: EventTeam,
): EventRole | undefined {
  if (organiser === personId) return 'organiser'
  if (hosts.includes(personId)) return editors.includes(personId) ? 'editor' : 'host'
  return helpers.includes(personId) ? 'helper' : undefined
}

/** The organiser can only hand the event over. */
export const canStepDown = (eventRole: EventRole | undefined) =>
  eventRole !== undefined && eventRole !== 'organiser'

/**
 * The only place that decides what someone can do at an event.
 * @param role of the community
 * @param position in the chapter of the event
 */
export function eventRightOf(
  role: MemberRole,
  eventRole: EventRole | undefined,
  position?: ChapterPosition,
): EventRight | undefined {
  if (can(role, 'manageAllEvents') || isAmongThoseWhoCan('createEvents', position)) return 'manage'
  return rightOf(role, eventRole) ?? (isAmongThoseWhoCan('checkIn', position) ? 'checkIn' : undefined)
}

function rightOf(role: MemberRole, eventRole: EventRole | undefined): EventRight | undefined {
  if (eventRole === undefined) return undefined
  if (eventRole === 'helper') return 'checkIn'
  if (can(role, 'organise')) return 'manage'
  return eventRole === 'editor' ? 'edit' : undefined
}

export const canOnEvent = ({ right }: { right?: EventRight | undefined }, needed: EventRight) =>
  right !== undefined && EVENT_RIGHTS.indexOf(right) >= EVENT_RIGHTS.indexOf(needed)
