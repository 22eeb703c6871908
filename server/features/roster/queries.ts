import { type RosterFilter, RSVP_STATES, type RsvpState } from '#shared/event-rules.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'
import type { RosterEntry } from '#shared/roster.ts'
import { cardFrom } from '#server/views/cards.ts'
import type { Position } from '#server/views/cursor.ts'
import { limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'
import { fold, hasWords, indexed } from '#server/views/words.ts'

/** An event at a time (ISO instant), which decides what offers have expired. */
export interface RosterTime {
  event: string
  now: string
}

export interface RosterSearch extends RosterTime {
  filter: RosterFilter | undefined
  /** What words of the name begin with. */
  prefixes: readonly string[]
  /** Whether those with a seat who were not checked in count as no-shows. */
  hasNoShows: boolean
}

const hasExpired = (now: string) => sql`coalesce(r.expiresAt < ${now}, 0)`
const stateOf = (now: string) => sql`iif(${hasExpired(now)}, 'declined', r.state)`
const IS_ABSENT = sql`r.state = 'going' AND r.checkedInAt IS NULL`

/**
 * By state, the waitlist in its order, everyone else by name. Goes through all RSVPs to the event: names are not theirs, so
 * that no index has them in this order.
 */
export function rosterPositions(
  views: ViewReader,
  { event, now, filter, prefixes, hasNoShows }: RosterSearch,
  { after, rows }: { after?: Position | undefined; rows?: number } = {},
): Position[] {
  const position = sql`CASE ${stateOf(now)} ${RSVP_STATES.reduce(
    (cases, state, at) => sql`${cases} WHEN ${state} THEN ${at}`,
    sql``,
  )} END`
  const key = sql`(printf('%d%015d', ${position}, iif(r.state = 'waitlisted', r.ticket, 0))
    || coalesce(p.nameKey, ${fold(FORMER_MEMBER)}))`
  return views.all<Position>(sql`
    SELECT r.member AS id, ${key} AS key FROM rsvp AS r LEFT JOIN person AS p ON p.id = r.member
    WHERE r.event = ${event} ${when(filter, () => sql`AND ${matches(filter!, now, hasNoShows)}`)}
      ${when(
        prefixes.length > 0,
        () => sql`
        AND ${hasWords(sql`coalesce(p.nameWords, ${indexed(FORMER_MEMBER)})`, prefixes)}`,
      )}
      ${when(after, () => sql`AND (${key}, r.member) > (${after!.key}, ${after!.id})`)}
    ORDER BY ${key}, r.member ${when(rows, () => limit(rows!))}`)
}

function matches(filter: RosterFilter, now: string, hasNoShows: boolean): Query {
  if (filter === 'checkedIn') return sql`r.checkedInAt IS NOT NULL`
  if (filter === 'noShow') return hasNoShows ? IS_ABSENT : sql`0`
  return sql`${stateOf(now)} = ${filter}`
}

interface EntryRow {
  member: string
  card: string | null
  hasProfile: number | null
  hasExpired: number
  state: RsvpState
  version: number | null
  guests: number
  offerUntil: string | null
  lapsed: number | null
  removalReason: string | null
  answeredAt: string
  checkedInAt: string | null
  isAbsent: number
}

/**
 * Of these members, in this order, as any member sees them: check-in is for everyone, also for those whom a block hides. A
 * blocker can open the profile of whom they blocked.
 */
export function rosterEntries(
  views: ViewReader,
  viewerId: string,
  { event, now, hasNoShows }: Pick<RosterSearch, 'event' | 'now' | 'hasNoShows'>,
  memberIds: readonly string[],
): RosterEntry[] {
  const rows = views.all<EntryRow>(sql`
      SELECT r.member, p.card, ${hasExpired(now)} AS hasExpired, r.state, r.version, r.guests,
        r.offerUntil, r.lapsed, r.removalReason, r.answeredAt, r.checkedInAt, ${IS_ABSENT} AS isAbsent,
        p.status = 'active' AND NOT EXISTS (
          SELECT 1 FROM block WHERE blocker = p.id AND blocked = ${viewerId}) AS hasProfile
      FROM json_each(${JSON.stringify(memberIds)}) AS wanted
        CROSS JOIN rsvp AS r ON r.member = wanted.value AND r.event = ${event}
        LEFT JOIN person AS p ON p.id = r.member
      ORDER BY wanted.key`)
  const waitlist = rows.some(({ state }) => state === 'waitlisted') ? waitlisted(views, event) : []
  const positions = new Map(waitlist.map(({ member }, at) => [member, at + 1]))
  return rows.map((row) => {
    const { member, card, hasProfile, answeredAt, version, isAbsent } = row
    const position = positions.get(member)
    return {
      member: cardFrom(member, card),
      hasProfile: hasProfile === 1,
      answeredAt,
      version: version ?? 0,
      noShow: hasNoShows && isAbsent === 1,
      ...(position && { position }),
      ...placeOf(row),
    }
  })
}

/** The first is next. */
const waitlisted = (views: ViewReader, event: string) =>
  views.all<{ member: string }>(sql`
    SELECT member FROM rsvp WHERE event = ${event} AND state = 'waitlisted' ORDER BY ticket, member`)

function placeOf({
  hasExpired: expired,
  state,
  guests,
  offerUntil,
  lapsed,
  removalReason,
  checkedInAt,
}: EntryRow) {
  if (expired) return { state: 'declined' as const, guests: 0, lapsed: true }
  return {
    state,
    guests,
    ...(offerUntil !== null && { offerUntil }),
    ...(lapsed === 1 && { lapsed: true }),
    ...(removalReason !== null && { removalReason }),
    ...(checkedInAt !== null && { checkedInAt }),
  }
}

/** How many people bring how many guests, by state. */
export function partyCounts(views: ViewReader, { event, now }: RosterTime) {
  const expired = sql`rsvp AS r WHERE r.event = ${event} AND r.state = 'offered' AND r.expiresAt < ${now}`
  return views.all<{ state: RsvpState; guests: number; people: number }>(sql`
    SELECT state, guests, sum(count) AS people FROM (
      SELECT state, guests, count FROM rsvpCount WHERE event = ${event}
      UNION ALL SELECT 'offered', r.guests, -1 FROM ${expired}
      UNION ALL SELECT 'declined', 0, 1 FROM ${expired})
    GROUP BY state, guests`)
}

/** Those who were checked in, and those with a seat who were not. */
export const attendance = (views: ViewReader, event: string) =>
  views.get<{ checkedIn: number; absent: number }>(sql`
    SELECT count(r.checkedInAt) AS checkedIn, count(*) FILTER (WHERE ${IS_ABSENT}) AS absent
    FROM rsvp AS r WHERE r.event = ${event}`)!
