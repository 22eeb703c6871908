import type { Invitation, InvitationFilter, ListedInvitation } from '#shared/invitations.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'
import { nameForAdmins } from '#server/views/cards.ts'
import type { Position } from '#server/views/cursor.ts'
import { limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

type Row = Pick<Invitation, 'id' | 'version' | 'email' | 'state' | 'sentAt' | 'expiresAt'> &
  Position & { displayName: string | null; request: string | null; sentByName: string | null }

interface Selection {
  where: Query
  key: Query
  isDescending?: boolean
}

/** Up to `rows` and one more: those that a text finds by address, the latest sent, or the first that expired. */
export function invitationRows(
  views: ViewReader,
  filter: InvitationFilter,
  { after, rows, now }: { after: Position | undefined; rows: number; now: string },
): (Omit<ListedInvitation, 'emailed'> & Position)[] {
  const { where, key, isDescending = false } = selectionOf(filter, now)
  const [direction, comparison] = isDescending ? [sql`DESC`, sql`<`] : [sql``, sql`>`]
  return views
    .all<Row>(sql`
      SELECT i.id, ${key} AS key, i.version, i.email, i.displayName, i.sentAt, i.expiresAt, i.request,
        CASE WHEN i.state = 'open' AND i.expiresAt <= ${now} THEN 'expired' ELSE i.state END AS state,
        ${nameForAdmins(sql`i.sentBy`)} AS sentByName
      FROM invitation AS i
      WHERE ${where} ${when(after, () => sql`AND (${key}, i.id) ${comparison} (${after!.key}, ${after!.id})`)}
      ORDER BY ${key} ${direction}, i.id ${direction} ${limit(rows + 1)}`)
    .map(({ displayName, request, sentByName, ...row }) => ({
      ...row,
      ...(displayName && { displayName }),
      ...(request !== null && { request: JSON.parse(request) as Invitation['request'] & {} }),
      sentByName: sentByName ?? FORMER_MEMBER,
    }))
}

/** How many requests wait for an admin to decide whether someone with another address can join. */
export const waitingTotal = (views: ViewReader, now: string) =>
  views.get<{ total: number }>(sql`SELECT count(*) AS total FROM invitation AS i WHERE ${isWaiting(now)}`)!
    .total

const isWaiting = (now: string) => sql`i.isWaiting = 1 AND i.expiresAt > ${now}`

function selectionOf({ state, q }: InvitationFilter, now: string): Selection {
  if (q) {
    const start = q.toLowerCase()
    return { where: sql`i.email >= ${start} AND i.email < ${`${start}\u{10FFFF}`}`, key: sql`i.email` }
  }
  const key = sql`i.expiresAt`
  if (state === 'expired') return { where: sql`i.state = 'open' AND i.expiresAt <= ${now}`, key }
  const latest = { key, isDescending: true }
  if (state === 'consent') return { ...latest, where: isWaiting(now) }
  if (state === 'open') return { ...latest, where: sql`i.state = 'open' AND i.expiresAt > ${now}` }
  return { ...latest, where: state ? sql`i.state = ${state}` : sql`true` }
}
