import type {
  Invitation,
  InvitationEmail,
  InvitationFilter,
  ListedInvitation,
} from '#shared/accounts/invitations.ts'
import { nameForAdmins, shownName } from '#server/views/cards.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { type Json, limit, parseJson, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

import { type InvitationRequest, requestOf } from './state.ts'

type Row = Pick<Invitation, 'id' | 'version' | 'email' | 'state' | 'sentAt' | 'expiresAt'> &
  Position &
  Record<'displayName' | 'sentByName' | 'emailState' | 'emailReason', string | null> & {
    request: Json<InvitationRequest> | null
  }

interface Selection {
  where: Query
  key: Query
  isDescending?: boolean
}

/** Up to `rows`: those whose address matches a text, the latest sent, or the first that expired. */
export function invitationRows(
  views: ViewReader,
  filter: InvitationFilter,
  { after, rows, now }: RowRange & { now: string },
): (ListedInvitation & Position)[] {
  const { where, key, isDescending = false } = selectionOf(filter, now)
  const [direction, comparison] = isDescending ? [sql`DESC`, sql`<`] : [sql``, sql`>`]
  return views
    .all<Row>(sql`
      SELECT i.id, ${key} AS key, i.version, i.email, i.displayName, i.sentAt, i.expiresAt, i.request,
        CASE WHEN i.state = 'open' AND i.expiresAt <= ${now} THEN 'expired' ELSE i.state END AS state,
        ${nameForAdmins(sql`i.sentBy`)} AS sentByName, e.state AS emailState, e.reason AS emailReason
      FROM invitation AS i LEFT JOIN email AS e ON e.invitation = i.id AND e.at = i.sentAt AND e.state <> 'dropped'
      WHERE ${where} ${when(after, () => sql`AND (${key}, i.id) ${comparison} (${after!.key}, ${after!.id})`)}
      ORDER BY ${key} ${direction}, i.id ${direction} ${limit(rows)}`)
    .map(({ displayName, request, sentByName, emailState, emailReason, ...row }) => ({
      ...row,
      displayName: displayName || undefined,
      request: request === null ? undefined : requestOf(parseJson(request)),
      sentByName: shownName(sentByName),
      emailed:
        emailState === null
          ? undefined
          : { state: emailState as InvitationEmail['state'], reason: emailReason ?? undefined },
    }))
}

/** Number of requests to join with another address that an admin has to decide. */
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
  if (state === 'approval') return { ...latest, where: isWaiting(now) }
  if (state === 'open') return { ...latest, where: sql`i.state = 'open' AND i.expiresAt > ${now}` }
  return { ...latest, where: state ? sql`i.state = ${state}` : sql`true` }
}
