import type { PublicMembersQuery } from '#shared/prestige.ts'
import type { Tier } from '#shared/prestige-rules.ts'
import type { Position } from '#server/views/cursor.ts'
import { among, limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

import type { Confirmed } from './rings.ts'

/** Card is JSON. */
interface ListedRow extends Position {
  card: string
  tier: Tier
  people: number
  since: string | null
}

type Filter = Pick<PublicMembersQuery, 'tier' | 'industry'>

/** Up to `rows` and one more, the highest tier first, then by name. */
export const listedMembers = (
  views: ViewReader,
  filter: Filter,
  { after, rows }: { after: Position | undefined; rows: number },
) =>
  views.all<ListedRow>(sql`
    SELECT p.id, ${KEY} AS key, p.publicCard AS card, ${TIER} AS tier, coalesce(t.people, 0) AS people, t.since
    FROM ${LISTED} WHERE ${conditions(filter)}
      ${when(after, () => sql`AND (${KEY}, p.id) > (${after!.key}, ${after!.id})`)}
    ORDER BY ${KEY}, p.id ${limit(rows + 1)}`)

export const listedTotal = (views: ViewReader, filter: Filter) =>
  views.get<{ total: number }>(sql`SELECT count(*) AS total FROM ${LISTED} WHERE ${conditions(filter)}`)!
    .total

/** Ids of members among these who are listed. */
export const listedAmong = (views: ViewReader, ids: readonly string[]) =>
  views
    .all<{ id: string }>(sql`SELECT id FROM prestigeSharing WHERE listed = 1 AND id IN ${among(ids)}`)
    .map(({ id }) => id)

/** Whether it is the public photo of a listed member. */
export const isPhotoOfListed = (views: ViewReader, photo: string) =>
  views.get(sql`SELECT 1 FROM person AS p JOIN prestigeSharing AS s ON s.id = p.id
    WHERE p.publicPhoto = ${photo} AND s.listed = 1`) !== undefined

/** Members whom few enough others confirmed for a ring, by id. Goes through all of them. */
export function confirmedMembers(views: ViewReader): ReadonlyMap<string, Confirmed & { tier: Tier }> {
  const rows = views.all<{ id: string; tier: Tier; points: number; confirmers: string }>(
    sql`SELECT id, tier, points, confirmers FROM prestigeTier WHERE confirmers IS NOT NULL`,
  )
  return new Map(
    rows.map(({ id, confirmers, ...row }) => [
      id,
      { ...row, confirmers: JSON.parse(confirmers) as string[] },
    ]),
  )
}

const TIER = sql`coalesce(t.tier, 'Member')`
const KEY = sql`((9 - coalesce(t.rank, 0)) || ' ' || p.nameKey)`
const LISTED = sql`prestigeSharing AS s CROSS JOIN person AS p ON p.id = s.id LEFT JOIN prestigeTier AS t ON t.id = s.id`

const conditions = ({ tier, industry }: Filter): Query => sql`s.listed = 1 AND p.isListed = 1
  ${when(tier, () => sql`AND ${TIER} = ${tier}`)} ${when(industry, () => sql`AND p.publicIndustry = ${industry}`)}`
