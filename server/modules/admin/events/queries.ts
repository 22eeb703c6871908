import { rolesThatCan } from '#shared/people/roles.ts'
import type { AdminEventQuery, AdminEventRow } from '#shared/admin/events.ts'
import type { AdminEventSort } from '#shared/events/rules.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { among, limit, sql, type Query, type ViewReader, when } from '#server/views/sql.ts'

interface AdminEventSearch extends Pick<AdminEventQuery, 'state' | 'time' | 'organiser' | 'organised'> {
  /** Argument of MATCH. */
  text: string | undefined
  /** ISO instant. */
  now: string
}

/** Booleans are 0 and 1. */
export interface EventRow
  extends
    Position,
    Pick<
      AdminEventRow,
      'id' | 'version' | 'title' | 'startsAt' | 'endsAt' | 'timeZone' | 'createdAt' | 'status'
    > {
  allDay: number
  hidden: number
  organised: number
  capacity: number | null
  organiser: string
  isOrganiserActive: number
  isHost: number
}

/** Columns of each sort. RSVPs are not among them, because they change while someone is paging. */
const KEYS: Readonly<Record<Exclude<AdminEventSort, `-${string}`>, Query>> = {
  starts: sql`e.startsAt`,
  created: sql`e.createdAt`,
  title: sql`e.titleKey`,
}

const CAN_ORGANISE = sql`p.status = 'active' AND p.role IN ${among(rolesThatCan('organise'))}`
const IS_ORGANISED = sql`EXISTS (
  SELECT 1 FROM eventTeam AS o JOIN person AS p ON p.id = o.memberId AND ${CAN_ORGANISE}
  WHERE o.number = e.number AND o.role <> 'helper')`

/** @param adminId for `isHost` */
export function adminEventRows(
  views: ViewReader,
  search: AdminEventSearch,
  { adminId, sort, after, rows }: RowRange & { adminId: string; sort: AdminEventSort },
) {
  const key = KEYS[sort.replace('-', '') as keyof typeof KEYS]
  const isDescending = sort.startsWith('-')
  const position = after && sql`(${after.key}, ${after.id})`
  return views.all<EventRow>(sql`
    SELECT e.id, ${key} AS key, e.version, e.title, e.startsAt, e.endsAt, e.allDay, e.timeZone, e.createdAt, e.status,
      e.isHidden AS hidden, e.capacity, e.organiser, ${IS_ORGANISED} AS organised,
      EXISTS (SELECT 1 FROM person AS p WHERE p.id = e.organiser AND ${CAN_ORGANISE}) AS isOrganiserActive,
      EXISTS (SELECT 1 FROM eventTeam AS o WHERE o.memberId = ${adminId} AND o.startsAt = e.startsAt
        AND o.number = e.number AND o.isHost = 1) AS isHost
    FROM event AS e WHERE ${matches(search)}
      ${when(position, () => (isDescending ? sql`AND (${key}, e.id) < ${position}` : sql`AND (${key}, e.id) > ${position}`))}
    ORDER BY ${isDescending ? sql`${key} DESC, e.id DESC` : sql`${key}, e.id`} ${limit(rows)}`)
}

/** Goes through all matching events. */
export const adminEventTotal = (views: ViewReader, search: AdminEventSearch) =>
  views.get<{ total: number }>(sql`SELECT count(*) AS total FROM event AS e WHERE ${matches(search)}`)!.total

const matches = ({ text, state, time, organiser, organised, now }: AdminEventSearch) => sql`true
  ${when(text, () => sql`AND e.number IN (SELECT rowid FROM eventText WHERE eventText MATCH ${text})`)}
  ${when(state, () => (state === 'hidden' ? sql`AND e.isHidden = 1` : sql`AND e.status = ${state}`))}
  ${when(time, () => (time === 'coming' ? sql`AND e.endsAt > ${now}` : sql`AND e.endsAt <= ${now}`))}
  ${when(organiser, () => sql`AND e.number IN (SELECT number FROM eventTeam WHERE memberId = ${organiser} AND role <> 'helper')`)}
  ${when(organised, () => sql`AND NOT ${IS_ORGANISED}`)}`
