import { expect, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { DEFAULT_VISIBILITY } from '#shared/people/profile.ts'
import { blocks } from '#server/modules/people/blocks/collection.ts'
import { connections } from '#server/modules/people/connections/collection.ts'
import { accept, sendRequest } from '#server/modules/people/connections/connection-state.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { SEARCHED, searchPartsOf } from '#server/modules/people/members/search-parts.ts'
import { type Clause, readSearch, spaced } from '#server/modules/people/terms/query.ts'
import { isListed, visibleName } from '#server/modules/people/members/visibility.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { bulkMember } from '#server/tools/bulk-members.ts'
import { NOW } from '#server/testing/fixtures/member-fixture.ts'
import { viewsOfDocuments } from '#server/testing/views-of-documents.ts'
import type { Position } from '#server/views/cursor.ts'
import type { ViewReader } from '#server/views/sql.ts'
import { MAX_COUNTED } from '#shared/people/directory-rules.ts'
import { fold, indexed } from '#shared/lib/words.ts'

import { directoryRows, directorySearch, type DirectorySearch, facetValues } from './queries.ts'

/** Words that hundreds have. */
const WORDS = ['that', 'with']
const PAGE = 500

function allPages(reader: ViewReader, search: DirectorySearch, page: number) {
  const found: Position[] = []
  for (let after: Position | undefined; ;) {
    const rows = directoryRows(reader, search, { after, rows: page })
    found.push(...rows)
    if (rows.length < page) return found
    after = rows.at(-1)
  }
}

test('a search with more than 200 hits finds each once, ordered by the matching field and then by number', async () => {
  const everyone = Array.from({ length: 600 }, (_, number) => bulkMember(number, NOW))
  const [viewer, hidden] = [everyone[0]!, everyone.filter((_, number) => number % 50 === 7)]
  const views = viewsOfDocuments({
    [members.name]: everyone,
    [blocks.name]: hidden.map(({ id }) => ({ id, blocker: viewer.id, blocked: id, at: '' })),
  })
  const reader = await views.read()
  const visible = everyone
    .filter((member) => isListed(member) && !hidden.includes(member))
    .map((member) => ({ id: member.id, parts: searchPartsOf(member, 'member') }))
  for (const word of WORDS) {
    const text = readSearch(word)
    const search = directorySearch(reader, { viewerId: viewer.id, now: isoInstant(NOW), text, facets: [] })
    const expected = visible
      .map(({ id, parts }) => ({ id, rank: rankOf(parts, text.clauses, NOW) }))
      .filter(({ rank }) => rank !== undefined)
      .toSorted((one, other) => one.rank! - other.rank!)
    expect(expected.length).toBeGreaterThan(MAX_COUNTED)
    expect(allPages(reader, search, 100).map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    expect(search.total).toBe(MAX_COUNTED + 1)
  }
  views.close()
})

test('one or two letters find names, each person once, by the word that begins with them', async () => {
  const everyone = Array.from({ length: 600 }, (_, number) => bulkMember(number, NOW))
  const hidden = everyone.filter((_, number) => number % 50 === 7)
  const views = viewsOfDocuments({
    [members.name]: everyone,
    [blocks.name]: hidden.map(({ id }) => ({ id, blocker: everyone[0]!.id, blocked: id, at: '' })),
  })
  const reader = await views.read()
  const visible = everyone.filter((member) => isListed(member) && !hidden.includes(member))
  for (const letters of ['a', 'ma']) {
    const text = readSearch(letters)
    const search = directorySearch(reader, {
      viewerId: everyone[0]!.id,
      now: isoInstant(NOW),
      text,
      facets: [],
    })
    const expected = visible
      .flatMap((member, number) => {
        const [word] = indexed(visibleName(member))
          .split(' ')
          .filter((each) => each.startsWith(letters))
          .toSorted()
        return word
          ? [{ id: member.id, key: [word, fold(visibleName(member)), String(number).padStart(5)] }]
          : []
      })
      .toSorted((one, other) => (one.key.join('\0') < other.key.join('\0') ? -1 : 1))
    expect(allPages(reader, search, 7).map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    expect(search.total).toBe(Math.min(expected.length, MAX_COUNTED + 1))
  }
  views.close()
})

test('the most frequent values are found, however many of their members are hidden from the viewer', async () => {
  const everyone = Array.from({ length: 400 }, (_, number) => ({
    ...bulkMember(number, NOW),
    keywords: [`K${number % 7}`, `l${number % 11}`, `m${Math.floor(Math.sqrt(number))}`],
  }))
  const hidden = everyone.slice(1).filter((_, number) => number % 7 === 2 || number > 330)
  const views = viewsOfDocuments({
    [members.name]: everyone,
    [blocks.name]: hidden.map(({ id }) => ({ id, blocker: everyone[0]!.id, blocked: id, at: '' })),
  })
  const reader = await views.read()
  const visible = everyone.filter((member) => isListed(member) && !hidden.includes(member))
  const expected = Map.groupBy(
    visible.flatMap(({ keywords }) => keywords),
    (keyword) => keyword,
  )
    .entries()
    .map(([value, { length: count }]) => ({ value, count }))
    .toArray()
    .toSorted((one, other) => other.count - one.count || (fold(one.value) < fold(other.value) ? -1 : 1))
  for (const rows of [1, 5, 10, 20, 100])
    expect(facetValues(reader, everyone[0]!.id, 'keyword', rows)).toEqual(expected.slice(0, rows))
  views.close()
})

test('filters find and count each match once, without members hidden from the viewer', async () => {
  const everyone = Array.from({ length: 200 }, (_, number) => ({
    ...bulkMember(number, NOW),
    keywords: [`k${number % 3}`, `l${number % 5}`],
  }))
  const hidden = everyone.slice(1).filter((_, number) => number % 4 === 0)
  const views = viewsOfDocuments({
    [members.name]: everyone,
    [blocks.name]: hidden.flatMap(({ id }) => [
      { id, blocker: everyone[0]!.id, blocked: id, at: '' },
      { id: `${id} back`, blocker: id, blocked: everyone[0]!.id, at: '' },
    ]),
  })
  const reader = await views.read()
  const visible = everyone.filter((member) => isListed(member) && !hidden.includes(member))
  for (const keywords of [['k1'], ['k1', 'l2'], ['k1', 'k2']]) {
    const facets = keywords.map((keyword) => ['keyword', [keyword]] as const)
    const search = directorySearch(reader, {
      viewerId: everyone[0]!.id,
      now: isoInstant(NOW),
      text: readSearch(''),
      facets,
    })
    const expected = visible.filter((member) => keywords.every((each) => member.keywords.includes(each)))
    const found = directoryRows(reader, search, { after: undefined, rows: PAGE })
    expect(found.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
    expect(search.total).toBe(expected.length)
  }
  views.close()
})

test('pages of two show each person once, by the fields that the viewer sees', async () => {
  const visibilities = [
    DEFAULT_VISIBILITY,
    { ...DEFAULT_VISIBILITY, company: 'connections', offers: 'connections' },
    { ...DEFAULT_VISIBILITY, headline: 'connections', keywords: 'me' },
    { ...DEFAULT_VISIBILITY, industry: 'connections', address: 'connections', asks: 'connections' },
  ] as const
  const everyone = Array.from({ length: 240 }, (_, number) => {
    const member = bulkMember(number, NOW)
    const expiresAt = isoInstant(NOW - 1)
    const asks = member.asks.map((ask, at) => (number % 3 === 0 && at === 0 ? { ...ask, expiresAt } : ask))
    return { ...member, asks, visibility: visibilities[number % visibilities.length]! }
  })
  const [viewer, ...others] = everyone
  const friends = new Set(others.filter((_, number) => number % 3 === 1))
  const blocked = others.filter((_, number) => number % 30 === 1)
  const views = viewsOfDocuments({
    [members.name]: everyone,
    [connections.name]: [
      ...[...friends].map(({ id }) => acceptedBy(id, viewer!.id)),
      ...others.filter((_, number) => number % 3 === 2).map(({ id }) => requestedBy(viewer!.id, id)),
    ],
    [blocks.name]: blocked.map(({ id }) => ({ id, blocker: viewer!.id, blocked: id, at: '' })),
  })
  const reader = await views.read()
  const visible = everyone.filter((member) => isListed(member) && !blocked.includes(member))
  for (const q of ['bread', 'that', 'lisbon peo', 'law', 'accountant']) {
    const text = readSearch(q)
    const facets = q === 'that' ? [['industry', [fold(everyone[4]!.industry)]] as const] : []
    const search = directorySearch(reader, { viewerId: viewer!.id, now: isoInstant(NOW), text, facets })
    const found = allPages(reader, search, 2)
    const expected = visible
      .filter((member) =>
        facets.every(
          ([, [industry]]) => member.visibility.industry === 'members' && fold(member.industry) === industry,
        ),
      )
      .map((member) => {
        const isFriend = friends.has(member)
        const parts = searchPartsOf(member, isFriend ? 'connection' : 'member')
        const rank = rankOf(parts, text.clauses, NOW)
        const forMembers = rankOf(searchPartsOf(member, 'member'), text.clauses, NOW)
        const isClosest = rankOf(searchPartsOf(member, 'member'), text.closest) !== undefined
        const isLoose = rank === forMembers && !isClosest
        return {
          id: member.id,
          rank,
          key: `${rank}${Number(isLoose)}${fold(visibleName(member))} ${member.id}`,
        }
      })
      .filter(({ rank }) => rank !== undefined)
      .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    expect([q, expected.length > 0]).toEqual([q, true])
    expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    expect(search.total).toBe(expected.length)
  }
  views.close()
})

function requestedBy(requester: string, receiver: string) {
  return sendRequest(undefined, { actor: requester, receiver, note: '', now: NOW - MINUTE })
}

const acceptedBy = (receiver: string, requester: string) =>
  accept(requestedBy(requester, receiver), { actor: receiver, now: NOW })

/** Position of the field in which the last of the clauses is found. */
function rankOf(parts: ReturnType<typeof searchPartsOf>, clauses: readonly Clause[], now?: number) {
  const current = parts.filter(({ expiresAt }) => now === undefined || expiresAt > isoInstant(now))
  const ranks = clauses.map(({ terms }) =>
    SEARCHED.findIndex((field) =>
      current.some(
        (part) => part.field === field && terms.some((term) => ` ${part.terms} `.includes(spaced(term))),
      ),
    ),
  )
  return ranks.includes(-1) ? undefined : Math.max(...ranks)
}
