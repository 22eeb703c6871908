import type { PublicMembersQuery, PublicMember } from '#shared/prestige/schema.ts'
import type { Tier } from '#shared/people/tiers.ts'
import { isInListsOf } from '#server/views/cards.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import {
  among,
  type Json,
  limit,
  parseJson,
  type Query,
  sql,
  type ViewReader,
  when,
} from '#server/views/sql.ts'

import type { EntryDocument } from './collection.ts'
import type { Confirmed } from './rings.ts'

interface ListedRow extends Position {
  card: Json<Omit<PublicMember, 'tier' | 'people' | 'since'>>
  tier: Tier
  people: number
  since: string | null
}

export interface EntryRow extends Position {
  entry: EntryDocument
}

type Filter = Pick<PublicMembersQuery, 'tier' | 'industry'>

/** Up to `rows`, highest tier first, then by name. */
export const listedMembers = (views: ViewReader, filter: Filter, { after, rows }: RowRange) =>
  views.all<ListedRow>(sql`
    SELECT p.id, ${KEY} AS key, p.publicCard AS card, ${TIER} AS tier, coalesce(t.people, 0) AS people, t.since
    FROM ${LISTED} WHERE ${conditions(filter)}
      ${when(after, () => sql`AND (${KEY}, p.id) > (${after!.key}, ${after!.id})`)}
    ORDER BY ${KEY}, p.id ${limit(rows)}`)

export const listedTotal = (views: ViewReader, filter: Filter) =>
  views.get<{ total: number }>(sql`SELECT count(*) AS total FROM ${LISTED} WHERE ${conditions(filter)}`)!
    .total

/** The given ids of listed members. */
export const listedAmong = (views: ViewReader, ids: readonly string[]) =>
  views.column(sql`SELECT id FROM prestigeSharing WHERE listed = 1 AND id IN ${among(ids)}`)

/** Whether it is the public photo of a listed member. */
export const isPhotoOfListed = (views: ViewReader, photo: string) =>
  views.get(sql`SELECT 1 FROM person AS p JOIN prestigeSharing AS s ON s.id = p.id
    WHERE p.publicPhoto = ${photo} AND s.listed = 1`) !== undefined

/** Members with few enough confirmers for a ring, by id. Goes through all of them. */
export function confirmedMembers(views: ViewReader): ReadonlyMap<string, Confirmed & { tier: Tier }> {
  const rows = views.all<{ id: string; tier: Tier; points: number; confirmers: Json<string[]> }>(
    sql`SELECT id, tier, points, confirmers FROM prestigeTier WHERE confirmers IS NOT NULL`,
  )
  return new Map(
    rows.map(({ id, confirmers, ...row }) => [id, { ...row, confirmers: parseJson(confirmers) }]),
  )
}

/** The member's entries, latest first. Up to `rows`. */
export const entriesOf = (views: ViewReader, memberId: string, { after, rows }: RowRange) =>
  entryRows(
    views,
    sql`SELECT e.id, e.at AS key, e.document FROM prestigeEntry AS e
      WHERE e.member = ${memberId} ${when(after, () => sql`AND (e.at, e.id) < (${after!.key}, ${after!.id})`)}
      ORDER BY e.at DESC, e.id DESC ${limit(rows)}`,
  )

/** Entries that the viewer confirmed for members whom they can see, latest first. Up to `rows`. */
export const entriesConfirmedBy = (views: ViewReader, viewerId: string, { after, rows }: RowRange) =>
  entryRows(
    views,
    sql`SELECT e.id, own.at AS key, e.document
      FROM prestigeConfirmer AS own CROSS JOIN prestigeEntry AS e USING (number) JOIN person AS p ON p.id = e.member
      WHERE own.memberId = ${viewerId} AND ${isInListsOf(viewerId)}
        ${when(after, () => sql`AND own.at <= ${after!.key} AND (own.at, e.id) < (${after!.key}, ${after!.id})`)}
      ORDER BY own.at DESC, e.id DESC ${limit(rows)}`,
  )

/** Entries with open disputes, longest open first. Up to `rows`. */
export const disputedEntries = (views: ViewReader, { after, rows }: RowRange) =>
  entryRows(
    views,
    sql`SELECT e.id, e.disputedAt AS key, e.document FROM prestigeEntry AS e
      WHERE e.disputedAt IS NOT NULL ${when(after, () => sql`AND (e.disputedAt, e.id) > (${after!.key}, ${after!.id})`)}
      ORDER BY e.disputedAt, e.id ${limit(rows)}`,
  )

export const disputedTotal = (views: ViewReader) =>
  views.get<{ total: number }>(sql`
    SELECT count(*) AS total FROM prestigeEntry WHERE disputedAt IS NOT NULL`)!.total

/** Members with entries, by id, and all their entries in the order of time. Up to `rows` members. */
export function earners(views: ViewReader, { after, rows }: RowRange) {
  const members = views.all<Position>(sql`
    SELECT DISTINCT member AS id, '' AS key FROM prestigeEntry
    ${when(after, () => sql`WHERE member > ${after!.id}`)} ORDER BY member ${limit(rows)}`)
  const entries = entryRows(
    views,
    sql`SELECT e.id, e.at AS key, e.document
      FROM json_each(${JSON.stringify(members.map(({ id }) => id))}) AS wanted
      CROSS JOIN prestigeEntry AS e ON e.member = wanted.value ORDER BY wanted.key, e.at, e.id`,
  )
  const byMember = Map.groupBy(entries, ({ entry }) => entry.member)
  return members.map((member) => ({
    ...member,
    entries: byMember.get(member.id)!.map(({ entry }) => entry),
  }))
}

const entryRows = (views: ViewReader, query: Query): EntryRow[] =>
  views
    .all<Position & { document: Json<EntryDocument> }>(query)
    .map(({ document, ...row }) => ({ ...row, entry: parseJson(document) }))

const TIER = sql`coalesce(t.tier, 'Member')`
const KEY = sql`((9 - coalesce(t.rank, 0)) || ' ' || p.nameKey)`
const LISTED = sql`prestigeSharing AS s CROSS JOIN person AS p ON p.id = s.id LEFT JOIN prestigeTier AS t ON t.id = s.id`

const conditions = ({ tier, industry }: Filter): Query => sql`s.listed = 1 AND p.isListed = 1
  ${when(tier, () => sql`AND ${TIER} = ${tier}`)} ${when(industry, () => sql`AND p.publicIndustry = ${industry}`)}`
