import { MAY_COME, type RosterFilter, RSVP_STATES, type RsvpState } from '#shared/events/rules.ts'
import type { RosterEntry } from '#shared/programme/roster.ts'
import type { Answer } from '#shared/events/questions.ts'
import { hasExpired } from '#server/modules/attendance/rsvps/rules.ts'
import { FORMER_MEMBER, cardFrom } from '#server/views/cards.ts'
import type { Position } from '#server/views/cursor.ts'
import { type Json, limit, parseJson, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'
import { sortKey } from '#server/views/sort-keys.ts'
import { indexed, type Prefix } from '#shared/lib/words.ts'
import { hasWords } from '#server/views/words.ts'

/** An event at a time (ISO instant), which decides whether offers have expired. */
interface RosterTime {
  event: string
  now: string
}

interface RosterSearch extends RosterTime {
  filter: RosterFilter | undefined
  /** Prefixes of words in the name. */
  prefixes: readonly Prefix[]
  /** Whether people with a seat who were not checked in count as no-shows. */
  hasNoShows: boolean
}

const stateOf = (now: string) => sql`iif(${hasExpired(now)}, 'declined', r.state)`
/** The member, or the guest without an account, who has the RSVP `r`. */
const PERSON = sql`LEFT JOIN person AS p ON p.id = r.member LEFT JOIN eventGuest AS g ON g.id = r.member`
const IS_ABSENT = sql`r.state = 'going' AND r.checkedInAt IS NULL`

/**
 * Ordered by state, the waitlist in its own order, everyone else by name. Goes through all RSVPs to the event: names
 * are in another table, so no index has this order.
 */
export function rosterPositions(
  views: ViewReader,
  { event, now, filter, prefixes, hasNoShows }: RosterSearch,
  { after, rows }: { after?: Position | undefined; rows?: number } = {},
): Position[] {
  const position = RSVP_STATES.reduce(
    (cases, state, at) => sql`${cases} WHEN ${state} THEN ${String(at)}`,
    sql`CASE ${stateOf(now)}`,
  )
  const key = sql`(${position} END || iif(r.state = 'waitlisted', printf('%015d', r.ticket), '')
    || coalesce(p.nameKey, g.nameKey, ${sortKey(FORMER_MEMBER)}))`
  return views.all<Position>(sql`
    SELECT r.member AS id, ${key} AS key FROM rsvp AS r ${PERSON}
    WHERE r.event = ${event} ${when(filter, () => sql`AND ${matches(filter!, now, hasNoShows)}`)}
      ${when(
        prefixes.length > 0,
        () => sql`
        AND ${hasWords(sql`coalesce(p.nameWords, g.nameWords, ${indexed(FORMER_MEMBER)})`, prefixes)}`,
      )}
      ${when(after, () => sql`AND (${key}, r.member) > (${after!.key}, ${after!.id})`)}
    ORDER BY key, id ${when(rows, () => limit(rows!))}`)
}

function matches(filter: RosterFilter, now: string, hasNoShows: boolean): Query {
  if (filter === 'checkedIn') return sql`r.checkedInAt IS NOT NULL`
  if (filter === 'noShow') return hasNoShows ? IS_ABSENT : sql`0`
  return sql`${stateOf(now)} = ${filter}`
}

interface EntryRow {
  member: string
  card: string | null
  /** The member who brings a guest. */
  invitedBy: string | null
  inviterCard: string | null
  hasProfile: number | null
  hasExpired: number
  state: RsvpState
  version: number | null
  guests: number
  offerUntil: string | null
  lapsed: number | null
  requestExpired: number | null
  requestNote: string | null
  removalReason: string | null
  answeredAt: string
  checkedInAt: string | null
  isAbsent: number
  answers: Json<Answer[]> | null
}

/**
 * Entries for these members, in this order, as any member sees them: check-in is for everyone, including people
 * hidden by a block. A blocker can open the profile of a person they blocked.
 */
export function rosterEntries(
  views: ViewReader,
  viewerId: string,
  { event, now, hasNoShows }: Pick<RosterSearch, 'event' | 'now' | 'hasNoShows'>,
  memberIds: readonly string[],
): RosterEntry[] {
  const rows = views.all<EntryRow>(sql`
      SELECT r.member, coalesce(p.card, g.card) AS card, inviter.card AS inviterCard, g.invitedBy,
        ${hasExpired(now)} AS hasExpired, r.state, r.version, r.guests,
        r.offerUntil, r.lapsed, r.requestExpired, r.requestNote, r.removalReason, r.answeredAt, r.checkedInAt,
        ${IS_ABSENT} AS isAbsent,
        a.answers, p.status = 'active' AND NOT EXISTS (
          SELECT 1 FROM block WHERE blocker = p.id AND blocked = ${viewerId}) AS hasProfile
      FROM json_each(${JSON.stringify(memberIds)}) AS wanted
        CROSS JOIN rsvp AS r ON r.member = wanted.value AND r.event = ${event}
        ${PERSON}
        LEFT JOIN person AS inviter ON inviter.id = g.invitedBy
        LEFT JOIN eventAnswer AS a ON a.event = r.event AND a.member = r.member
      ORDER BY wanted.key`)
  const waitlist = rows.some(({ state }) => state === 'waitlisted') ? waitlisted(views, event) : []
  const positions = new Map(waitlist.map(({ member }, at) => [member, at + 1]))
  return rows.map((row) => {
    const { member, card, invitedBy, inviterCard, hasProfile, answeredAt, version, isAbsent } = row
    const position = positions.get(member)
    return {
      member: cardFrom(member, card),
      invitedBy: invitedBy === null ? undefined : cardFrom(invitedBy, inviterCard),
      hasProfile: hasProfile === 1,
      answeredAt,
      version: version ?? 0,
      noShow: hasNoShows && isAbsent === 1,
      position: position || undefined,
      ...placeOf(row),
    }
  })
}

/** The first of them is next. */
const waitlisted = (views: ViewReader, event: string) =>
  views.all<{ member: string }>(sql`
    SELECT member FROM rsvp WHERE event = ${event} AND state = 'waitlisted' ORDER BY ticket, member`)

function placeOf({
  hasExpired: expired,
  state,
  guests,
  offerUntil,
  lapsed,
  requestExpired,
  requestNote,
  removalReason,
  checkedInAt,
  answers,
}: EntryRow) {
  if (expired) return { state: 'declined' as const, guests: 0, lapsed: true }
  return {
    state,
    guests,
    offerUntil: offerUntil ?? undefined,
    lapsed: lapsed === 1 || undefined,
    requestExpired: requestExpired === 1 || undefined,
    requestNote: requestNote ?? undefined,
    removalReason: removalReason ?? undefined,
    checkedInAt: checkedInAt ?? undefined,
    answers: answers !== null && MAY_COME.has(state) ? parseJson(answers) : undefined,
  }
}

/** Numbers of people by state and number of guests. */
export function partyCounts(views: ViewReader, { event, now }: RosterTime) {
  const expired = sql`rsvp AS r WHERE r.event = ${event} AND r.state = 'offered' AND ${hasExpired(now)}`
  return views.all<{ state: RsvpState; guests: number; people: number }>(sql`
    SELECT state, guests, sum(count) AS people FROM (
      SELECT state, guests, count FROM rsvpCount WHERE event = ${event}
      UNION ALL SELECT 'offered', r.guests, -1 FROM ${expired}
      UNION ALL SELECT 'declined', 0, 1 FROM ${expired})
    GROUP BY state, guests`)
}

/** Numbers of people who were checked in, and of people with a seat who were not. */
export const attendance = (views: ViewReader, event: string) =>
  views.get<{ checkedIn: number; absent: number }>(sql`
    SELECT count(r.checkedInAt) AS checkedIn, count(*) FILTER (WHERE ${IS_ABSENT}) AS absent
    FROM rsvp AS r WHERE r.event = ${event}`)!

/** Number of pairs of people who came and have been connected since the start. */
export function connectionsSince(
  views: ViewReader,
  { event, usesCheckIn, startsAt }: { event: string; usesCheckIn: boolean; startsAt: string },
) {
  const came = (rsvp: Query) =>
    sql`${rsvp}.state = 'going' AND (${usesCheckIn ? 0 : 1} OR ${rsvp}.checkedInAt IS NOT NULL)`
  return views.get<{ pairs: number }>(sql`
    SELECT count(*) AS pairs FROM rsvp AS r
      CROSS JOIN connectionOf AS c ON c.memberId = r.member AND c.state = 'accepted' AND c.changedAt >= ${startsAt}
      CROSS JOIN rsvp AS o ON o.member = c.otherId AND o.event = ${event}
    WHERE r.event = ${event} AND ${came(sql`r`)} AND c.memberId < c.otherId AND ${came(sql`o`)}`)!.pairs
}
