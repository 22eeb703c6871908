import { expect, test } from 'vitest'

import { blocks } from '#server/features/blocks/collection.ts'
import { members } from '#server/features/members/collection.ts'
import { isListed, visibleName } from '#server/features/members/visibility.ts'
import { bulkMember } from '#server/testing/bulk-members.ts'
import { NOW } from '#server/testing/member-fixture.ts'
import { viewsOfDocuments } from '#server/testing/views-of-documents.ts'
import type { Position } from '#server/views/cursor.ts'
import { fold, indexed, matching } from '#server/views/words.ts'

import { directoryRows, directoryTotal } from './queries.ts'

/** Frequent enough that a page is found by going through names, and nearly everyone has one of them. */
const LETTERS = ['a', 'm']
const PAGE = 500

test('a search with thousands of hits finds each of them once, names first and then in the order of names', async () => {
  const everyone = Array.from({ length: 3_000 }, (_, number) => bulkMember(number, NOW))
  const [viewer, hidden] = [everyone[0]!, everyone.filter((_, number) => number % 50 === 7)]
  const views = viewsOfDocuments({
    [members.name]: everyone,
    [blocks.name]: hidden.map(({ id }) => ({ id, blocker: viewer.id, blocked: id, at: '' })),
  })
  const reader = await views.read()
  const visible = everyone.filter((member) => isListed(member) && !hidden.includes(member))
  for (const letter of LETTERS) {
    const search = { viewerId: viewer.id, text: matching(letter), facets: [] }
    const found: Position[] = []
    for (let after: Position | undefined; ;) {
      const rows = directoryRows(reader, search, { after, rows: PAGE })
      found.push(...rows.slice(0, PAGE))
      if (rows.length <= PAGE) break
      after = rows[PAGE - 1]
    }
    const expected = visible
      .map((member) => {
        const name = visibleName(member)
        const isNamed = hasPrefix(letter, name)
        const isFound = isNamed || hasPrefix(letter, member.headline, member.company, ...member.keywords)
        return { id: member.id, isFound, key: `${isNamed ? 0 : 1}${fold(name)} ${member.id}` }
      })
      .filter(({ isFound }) => isFound)
      .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    expect(expected.length).toBeGreaterThan(1_500)
    expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    expect(directoryTotal(reader, search)).toBe(expected.length)
  }
  views.close()
})

const hasPrefix = (letter: string, ...texts: string[]) => ` ${indexed(...texts)}`.includes(` ${letter}`)
