import { expect, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { DEFAULT_VISIBILITY, isCurrent } from '#shared/people/profile.ts'
import { blocks } from '#server/modules/people/blocks/collection.ts'
import { connections } from '#server/modules/people/connections/collection.ts'
import { accept, sendRequest } from '#server/modules/people/connections/connection-state.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { industryNames } from '#server/modules/people/members/industry-names.ts'
import { isListed, visibleName } from '#server/modules/people/members/visibility.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { bulkMember } from '#server/tools/bulk-members.ts'
import { NOW } from '#server/testing/fixtures/member-fixture.ts'
import { viewsOfDocuments } from '#server/testing/views-of-documents.ts'
import type { Position } from '#server/views/cursor.ts'
import { fold, hasPrefixes, indexed, prefixesOf } from '#shared/lib/words.ts'

import { directoryRows, directorySearch, directoryTotal, facetValues } from './queries.ts'

/** Frequent enough that a page is found by scanning names, and nearly everyone has one of them. */
const LETTERS = ['a', 'm']
const PAGE = 500

test('a search with thousands of hits finds each once, ordered by the matching field and then by name', async () => {
  const everyone = Array.from({ length: 3_000 }, (_, number) => bulkMember(number, NOW))
  const [viewer, hidden] = [everyone[0]!, everyone.filter((_, number) => number % 50 === 7)]
  const views = viewsOfDocuments({
    [members.name]: everyone,
    [blocks.name]: hidden.map(({ id }) => ({ id, blocker: viewer.id, blocked: id, at: '' })),
  })
  const reader = await views.read()
  const visible = everyone.filter((member) => isListed(member) && !hidden.includes(member))
  for (const letter of LETTERS) {
    const search = directorySearch(reader, {
      viewerId: viewer.id,
      now: isoInstant(NOW),
      prefixes: [[letter]],
      facets: [],
    })
    const found: Position[] = []
    for (let after: Position | undefined; ;) {
      const rows = directoryRows(reader, search, { after, rows: PAGE })
      found.push(...rows.slice(0, PAGE))
      if (rows.length <= PAGE) break
      after = rows[PAGE - 1]
    }
    const expected = visible
      .map((member) => {
        const { headline, company, industry, address, keywords, asks, offers } = member
        const name = visibleName(member)
        const current = [...asks, ...offers].filter((exchange) => isCurrent(exchange, NOW))
        const fields = [
          [name],
          [headline, company, industry, address.city ?? '', ...keywords],
          current.map(({ text }) => text),
        ]
        const rank = fields.findIndex((texts) => hasPrefix(letter, ...texts))
        return { id: member.id, isFound: rank >= 0, key: `${rank}${fold(name)} ${member.id}` }
      })
      .filter(({ isFound }) => isFound)
      .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    expect(expected.length).toBeGreaterThan(1_500)
    expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    expect(directoryTotal(reader, search)).toBe(expected.length)
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
    const facets = keywords.map((keyword) => ['keyword', keyword] as const)
    const search = directorySearch(reader, {
      viewerId: everyone[0]!.id,
      now: isoInstant(NOW),
      prefixes: [],
      facets,
    })
    const expected = visible.filter((member) => keywords.every((each) => member.keywords.includes(each)))
    const found = directoryRows(reader, search, { after: undefined, rows: PAGE })
    expect(found.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
    expect(directoryTotal(reader, search)).toBe(expected.length)
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
  for (const q of ['a', 'an', 'con', 'le', 'b c', 'a s']) {
    const prefixes = prefixesOf(q)
    const facets = q === 'a' ? [['industry', fold(everyone[4]!.industry)] as const] : []
    const search = directorySearch(reader, { viewerId: viewer!.id, now: isoInstant(NOW), prefixes, facets })
    const found: Position[] = []
    for (let after: Position | undefined; ;) {
      const rows = directoryRows(reader, search, { after, rows: 2 })
      found.push(...rows.slice(0, 2))
      if (rows.length <= 2) break
      after = rows[1]
    }
    const expected = visible
      .filter((member) =>
        facets.every(
          ([, industry]) => member.visibility.industry === 'members' && fold(member.industry) === industry,
        ),
      )
      .map((member) => {
        const { headline, company, industry, address, keywords, asks, offers, visibility } = member
        const sees = (field: keyof typeof visibility) =>
          visibility[field] === 'members' || (visibility[field] === 'connections' && friends.has(member))
        const texts = (field: keyof typeof visibility, ...values: string[]) => (sees(field) ? values : [])
        const current = (exchanges: typeof asks) =>
          exchanges.filter((exchange) => isCurrent(exchange, NOW)).map(({ text }) => text)
        const name = visibleName(member)
        const other = [
          name,
          ...texts('headline', headline),
          ...texts('company', company),
          ...texts('industry', ...(industry ? industryNames(industry) : [])),
          ...texts('address', address.city ?? ''),
          ...texts('keywords', ...keywords),
        ]
        const all = [...other, ...texts('asks', ...current(asks)), ...texts('offers', ...current(offers))]
        const rank = [[name], other, all].findIndex((each) => hasPrefixes(indexed(...each), prefixes))
        return { id: member.id, isFound: rank >= 0, key: `${rank}${fold(name)} ${member.id}` }
      })
      .filter(({ isFound }) => isFound)
      .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    expect(expected.length).toBeGreaterThan(2)
    expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    expect(directoryTotal(reader, search)).toBe(expected.length)
  }
  views.close()
})

function requestedBy(requester: string, receiver: string) {
  return sendRequest(undefined, { actor: requester, receiver, note: '', now: NOW - MINUTE })
}

const acceptedBy = (receiver: string, requester: string) =>
  accept(requestedBy(requester, receiver), { actor: receiver, now: NOW })

const hasPrefix = (letter: string, ...texts: string[]) => ` ${indexed(...texts)}`.includes(` ${letter}`)
