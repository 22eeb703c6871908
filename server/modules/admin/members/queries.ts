import { rolesThatCan } from '#shared/people/roles.ts'
import type { OrganiserChoice } from '#shared/admin/events.ts'
import type { AdminMemberFilter, AdminMemberRow, AdminMemberSort } from '#shared/admin/members.ts'
import { dateOfDay } from '#server/lib/time/weeks.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { hasConnection, hasMet } from '#server/views/rights.ts'
import { among, limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'
import { fold } from '#shared/lib/words.ts'
import { asOneWord, matching } from '#server/views/words.ts'

export interface MemberSearch {
  filter: AdminMemberFilter
  sort: AdminMemberSort
  /** A day in the format of `dayNumber`. */
  today: number
}

const WITHIN: Readonly<Record<string, number>> = { last7: 7, last30: 30, last90: 90 }
const NOT_WITHIN: Readonly<Record<string, number>> = { notLast30: 30, notLast90: 90 }

type Row = Omit<AdminMemberRow, 'suspendedUntil' | 'activeOn' | 'connected' | 'met'> &
  Position & { suspendedUntil: string | null; activeOn: string | null; connected: number; met: number }

/** Rows in one order by `key`. Without it all have the same key, `''`. */
interface Part {
  from: Query
  where: Query
  key?: Query
  id: Query
}

/** Up to `rows`. */
export function memberRows(
  views: ViewReader,
  search: MemberSearch,
  { after, rows }: RowRange,
): (AdminMemberRow & Position)[] {
  const found: Row[] = []
  for (const part of partsOf(search, after))
    found.push(...rowsOf(views, search, part, { after, rows: rows - found.length }))
  return found.map(toRow)
}

/** Number of all matches. Without a stored count, they are counted one by one: admins rarely ask, and can wait. */
export function memberTotal(views: ViewReader, { filter, today }: Omit<MemberSearch, 'sort'>): number {
  const { status: _, role: __, ...others } = filter
  const query = Object.values(others).some((value) => value !== undefined && value !== '')
    ? sql`SELECT count(*) AS total FROM ${peopleOf(filter)}
        WHERE ${conditions({ filter, today })}`
    : sql`SELECT coalesce(sum(count), 0) AS total FROM accountCount AS p WHERE ${accountConditions(filter)}`
  return views.get<{ total: number }>(query)!.total
}

export function adminFacts(
  views: ViewReader,
  id: string,
): Pick<AdminMemberRow, 'activeOn' | 'tier' | 'connected' | 'met'> {
  const row = views.get<Row>(sql`SELECT ${COLUMNS}, '' AS key FROM ${PEOPLE} WHERE p.id = ${id}`)
  if (!row) return { tier: 'Member', connected: false, met: false }
  const { activeOn, tier, connected, met } = toRow(row)
  return { activeOn, tier, connected, met }
}

/** Active members with the role of an organiser or an admin, by name. */
export function organisers(views: ViewReader, text: string, rows: number) {
  const words = wordsOf(text)
  return views.all<OrganiserChoice>(sql`
    SELECT p.id, p.displayName, p.email, p.role FROM person AS p
    WHERE p.status = 'active' AND p.role IN ${among(rolesThatCan('organise'))} ${when(words.length > 0, () => sql`AND ${isFoundBy(words)}`)}
    ORDER BY p.displayNameKey, p.id ${limit(rows)}`)
}

const PEOPLE = sql`person AS p LEFT JOIN activity AS a ON a.id = p.id`

/** Everyone, or the few who have a tier. Members who never earned anything have the lowest tier, too. */
const peopleOf = ({ tier }: AdminMemberFilter): Query =>
  hasFew(tier)
    ? sql`prestigeTier AS t CROSS JOIN person AS p ON t.tier = ${tier} AND p.id = t.id LEFT JOIN activity AS a ON a.id = p.id`
    : PEOPLE
const hasFew = (tier: AdminMemberFilter['tier']) => tier !== undefined && tier !== 'Member'

const COLUMNS = sql`p.id, p.version, p.displayName, p.email, p.role, p.status, p.suspendedUntil, p.joinedAt, a.activeOn,
  coalesce((SELECT tier FROM prestigeTier AS t WHERE t.id = p.id), 'Member') AS tier,
  ${hasConnection(sql`p.id`)} AS connected, ${hasMet(sql`p.id`)} AS met`

const toRow = ({ suspendedUntil, activeOn, connected, met, ...row }: Row): AdminMemberRow & Position => ({
  ...row,
  suspendedUntil: suspendedUntil ?? undefined,
  activeOn: activeOn ?? undefined,
  connected: connected === 1,
  met: met === 1,
})

function rowsOf(
  views: ViewReader,
  search: MemberSearch,
  { from, where, key, id }: Part,
  { after, rows }: RowRange,
) {
  if (rows <= 0) return []
  const isDescending = search.sort.startsWith('-')
  const direction = isDescending ? sql`DESC` : sql``
  const comparison = isDescending ? sql`<` : sql`>`
  const isAfter = key
    ? sql`(${key}, ${id}) ${comparison} (${after?.key}, ${after?.id})`
    : sql`${id} ${comparison} ${after?.id}`
  // Selects the columns only for the rows on the page. SQLite would sort by a constant key instead of
  // following an index.
  return views.all<Row>(sql`
    SELECT ${COLUMNS}, found.key FROM (
      SELECT p.number, ${key ?? sql`''`} AS key FROM ${from}
      WHERE ${where} AND ${conditions(search)}
        ${when(after && (key || after.key === ''), () => sql`AND ${isAfter}`)}
      ORDER BY ${when(key, () => sql`${key} ${direction},`)} ${id} ${direction} ${limit(rows)}) AS found
    JOIN person AS p ON p.number = found.number LEFT JOIN activity AS a ON a.id = p.id
    ORDER BY found.key ${direction}, p.id ${direction}`)
}

/** Parts of the query, in the order of the list. */
function partsOf({ sort, filter }: MemberSearch, after: Position | undefined): Part[] {
  const whole = { from: peopleOf(filter), where: sql`TRUE`, id: sql`p.id` }
  if (sort.endsWith('name')) return [{ ...whole, key: sql`p.displayNameKey` }]
  if (sort.endsWith('joined')) return [{ ...whole, key: sql`p.joinedAt` }]
  const { q, status, role, tier } = filter
  // These conditions leave few rows to sort.
  if (q || (status && status !== 'active') || role || hasFew(tier))
    return [{ ...whole, key: sql`coalesce(a.activeOn, '')` }]
  const active = {
    from: sql`activity AS a CROSS JOIN person AS p ON p.id = a.id`,
    where: sql`a.activeOn IS NOT NULL`,
    key: sql`a.activeOn`,
    id: sql`a.id`,
  }
  const never = { ...whole, where: sql`a.activeOn IS NULL` }
  if (sort === '-active') return after?.key === '' ? [never] : [active, never]
  return after && after.key !== '' ? [active] : [never, active]
}

function conditions({ filter, today }: Omit<MemberSearch, 'sort'>): Query {
  const { q = '', joinedFrom, joinedTo, active, tier, never } = filter
  const words = wordsOf(q)
  return sql`${accountConditions(filter)}
    ${when(words.length > 0, () => sql`AND ${isFoundBy(words)}`)}
    ${when(joinedFrom, () => sql`AND p.joinedAt >= ${joinedFrom}`)}
    ${when(joinedTo, () => sql`AND substr(p.joinedAt, 1, 10) <= ${joinedTo}`)}
    ${when(active, () => sql`AND ${activeCondition(active!, today)}`)}
    ${when(tier === 'Member', () => sql`AND p.id NOT IN (SELECT id FROM prestigeTier WHERE tier <> 'Member')`)}
    ${when(never === 'connected', () => sql`AND NOT ${hasConnection(sql`p.id`)}`)}
    ${when(never === 'met', () => sql`AND NOT ${hasMet(sql`p.id`)}`)}`
}

/** Nearly everyone is active: the plus sign keeps this condition from deciding which index is used. */
const accountConditions = ({ status, role }: AdminMemberFilter) => sql`
  ${status ? sql`${status === 'active' ? sql`+` : sql``}p.status = ${status}` : sql`p.status <> 'former'`}
  ${when(role, () => sql`AND p.role = ${role}`)}`

function activeCondition(active: string, today: number) {
  const [within, notWithin] = [WITHIN[active], NOT_WITHIN[active]]
  if (within !== undefined) return sql`a.activeOn > ${dateOfDay(today - within)}`
  if (notWithin !== undefined)
    return sql`(a.activeOn IS NULL OR a.activeOn <= ${dateOfDay(today - notWithin)})`
  return sql`a.activeOn IS NULL`
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => fold(word) !== '')

const isFoundBy = (words: readonly string[]) =>
  sql`p.number IN (SELECT rowid FROM accountText WHERE accountText MATCH ${textOf(words)})`

/** The argument of MATCH: each word is a prefix of a word in the name, or of the address or its domain. */
const textOf = (words: readonly string[]) =>
  words
    .map((word) => {
      const name = matching(word)
      const address = `{email} : "${asOneWord(word)}"*`
      return name === undefined ? address : `({name} : (${name}) OR ${address})`
    })
    .join(' AND ')
