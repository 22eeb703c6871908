import type { AdminMemberFilter, AdminMemberSort } from '#shared/admin-members.ts'
import type { Tier } from '#shared/prestige-rules.ts'
import { FORMER_MEMBER, type MemberRole, type MemberStatus } from '#shared/profile.ts'
import { comparePositions, fingerprint } from '#server/views/cursor.ts'
import { keysetPage } from '#server/search/keyset-page.ts'
import { fold } from '#server/views/words.ts'

/** What is kept of each member. */
export interface MemberRow {
  id: string
  version: number
  displayName: string
  email: string
  role: MemberRole
  status: MemberStatus
  joinedAt: string
  suspendedUntil?: string
  /** Folded name. */
  key: string
}

type Member = Omit<MemberRow, 'key'>

/** What others know about a member. */
export interface Facts {
  /** As `dayOf`; −1 for never. */
  lastDayOf: (id: string) => number
  hasMet: (id: string) => boolean
  isConnected: (id: string) => boolean
  tierOf: (id: string) => Tier
}

interface Search {
  filter: AdminMemberFilter
  sort: AdminMemberSort
  /** As `dayOf`. */
  today: number
  facts: Facts
}

const WITHIN: Readonly<Record<string, number>> = { last7: 7, last30: 30, last90: 90 }
const NOT_WITHIN: Readonly<Record<string, number>> = { notLast30: 30, notLast90: 90 }

export type MemberRows = ReturnType<typeof createMemberRows>

/** Every member in memory, as admins list them. A page scans all of them once: no order is kept, and nothing is read. */
export function createMemberRows() {
  const rows = new Map<string, MemberRow>()
  const admins = new Set<string>()
  /** Ids by address, without former members. */
  const addresses = new Map<string, string>()

  function* matching(search: Search) {
    const matches = matcher(search)
    for (const row of rows.values()) if (matches(row)) yield row
  }

  function keep(row: MemberRow) {
    const { id, email, role, status } = row
    rows.set(id, row)
    if (email) addresses.set(email, id)
    if (role === 'admin' && status === 'active') admins.add(id)
    else admins.delete(id)
  }

  function forgetAddress(id: string) {
    const email = rows.get(id)?.email
    if (email && addresses.get(email) === id) addresses.delete(email)
  }

  return {
    put(member: Member) {
      const { id, version, email, role, status, joinedAt, suspendedUntil } = member
      forgetAddress(id)
      const displayName = status === 'former' ? FORMER_MEMBER : member.displayName
      keep({
        id,
        version,
        displayName,
        email,
        role,
        status,
        joinedAt,
        ...(suspendedUntil && { suspendedUntil }),
        key: fold(displayName),
      })
    },

    remove(id: string) {
      forgetAddress(id)
      rows.delete(id)
      admins.delete(id)
    },

    joinedAtOf: (id: string) => rows.get(id)?.joinedAt,
    roleOf: (id: string) => rows.get(id)?.role,

    /** Whether the member is active and has the role of an organiser or an admin. */
    canOrganise: (id: string) => isOrganising(rows.get(id)),

    /** Those who can, by name. */
    organisers(text: string, limit: number) {
      const words = wordsOf(text)
      const found = rows.values().filter((row) => isOrganising(row) && hasWords(row, words))
      return [...found].toSorted((a, b) => comparePositions(a, b)).slice(0, limit)
    },

    /** @param email in lower case */
    hasAddress: (email: string) => addresses.has(email),
    /** Of the member with the email, in lower case. */
    idOf: (email: string) => addresses.get(email),
    /** Ids of active admins. */
    admins: (): Iterable<string> => admins,
    all: (): Iterable<MemberRow> => rows.values(),

    /** All that match, in order. */
    ordered(search: Search): MemberRow[] {
      const keyOf = keyIn(search)
      const sorted = Array.from(matching(search), (row) => ({ key: keyOf(row), id: row.id, row })).toSorted(
        comparePositions,
      )
      return (isDescending(search) ? sorted.toReversed() : sorted).map(({ row }) => row)
    },

    /** @throws BadCursor */
    page: (search: Search, { cursor, limit }: { cursor?: string | undefined; limit: number }) =>
      keysetPage(matching(search), {
        keyOf: keyIn(search),
        descending: isDescending(search),
        query: fingerprint('admin members', search.filter, search.sort),
        cursor,
        limit,
      }),
  }
}

const isOrganising = (row: MemberRow | undefined) => row?.status === 'active' && row.role !== 'member'

const wordsOf = (text: string) => fold(text).split(/\s+/).filter(Boolean)
/** In the name, or at the start of the address, its domain, or its domain with the `@`. */
function hasWords({ key, email }: MemberRow, words: readonly string[]) {
  const at = email.indexOf('@')
  return words.every(
    (word) =>
      key.startsWith(word) ||
      key.includes(` ${word}`) ||
      email.startsWith(word) ||
      (at >= 0 && (email.startsWith(word, at) || email.startsWith(word, at + 1))),
  )
}

const isDescending = ({ sort }: Search) => sort.startsWith('-')

function keyIn({ sort, facts }: Search): (row: MemberRow) => string {
  if (sort.endsWith('name')) return ({ key }) => key
  if (sort.endsWith('joined')) return ({ joinedAt }) => joinedAt
  // Days since 1970 in six digits, which sort as text; none for those who never were.
  return ({ id }) => String(facts.lastDayOf(id) + 1).padStart(6, '0')
}

function matcher({ filter, today, facts }: Search): (row: MemberRow) => boolean {
  const { q = '', status, role, joinedFrom, joinedTo, active, tier, never } = filter
  const words = wordsOf(q)
  const tests: ((row: MemberRow) => boolean)[] = [
    status ? (row) => row.status === status : (row) => row.status !== 'former',
    (row) => hasWords(row, words),
    ...(role ? [(row: MemberRow) => row.role === role] : []),
    ...(joinedFrom ? [(row: MemberRow) => row.joinedAt >= joinedFrom] : []),
    // Of the last day, every instant begins with the date.
    ...(joinedTo ? [(row: MemberRow) => row.joinedAt.slice(0, 10) <= joinedTo] : []),
    ...(active ? [activityTest(active, today, facts)] : []),
    ...(tier ? [({ id }: MemberRow) => facts.tierOf(id) === tier] : []),
    ...(never === 'connected' ? [({ id }: MemberRow) => !facts.isConnected(id)] : []),
    ...(never === 'met' ? [({ id }: MemberRow) => !facts.hasMet(id)] : []),
  ]
  return (row) => tests.every((test) => test(row))
}

function activityTest(active: string, today: number, { lastDayOf }: Facts) {
  const [within, notWithin] = [WITHIN[active], NOT_WITHIN[active]]
  if (within !== undefined) return ({ id }: MemberRow) => lastDayOf(id) > today - within
  if (notWithin !== undefined) return ({ id }: MemberRow) => lastDayOf(id) <= today - notWithin
  return ({ id }: MemberRow) => lastDayOf(id) < 0
}
