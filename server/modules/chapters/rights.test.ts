import { array, assert, asyncProperty, constantFrom, record } from 'fast-check'
import { expect, test, vi } from 'vitest'

import { chapterActions } from '#shared/chapters/rights.ts'
import {
  CHAPTER_LISTINGS,
  CHAPTER_MEMBERSHIP_KINDS,
  CHAPTER_MEMBERSHIP_STATES,
  CHAPTER_ROLES,
  CHAPTER_STATES,
} from '#shared/chapters/rules.ts'
import { MEMBER_ROLES } from '#shared/people/roles.ts'
import { chapterDocument } from '#server/testing/fixtures/chapters.ts'
import { openMemoryStore } from '#server/testing/memory-store.ts'
import { sql } from '#server/views/sql.ts'

import { chapters } from './chapters/collection.ts'
import { chapterMemberships } from './memberships/collection.ts'
import { withStatus } from './memberships/status.ts'
import { may } from './rights.ts'

vi.setConfig({ testTimeout: 60_000 })

const PEOPLE = ['ada', 'ben', 'cleo'] as const
const AT = '2026-03-02T12:00:00.000Z'

const chapter = record({
  listing: constantFrom(...CHAPTER_LISTINGS),
  state: constantFrom(...CHAPTER_STATES),
  merged: constantFrom(undefined, { merge: 'merge', into: 'elsewhere', state: 'active' as const }),
})
const membership = record({
  at: constantFrom(0, 1),
  member: constantFrom(...PEOPLE),
  by: constantFrom(...PEOPLE),
  kind: constantFrom(...CHAPTER_MEMBERSHIP_KINDS),
  role: constantFrom(...CHAPTER_ROLES),
  state: constantFrom(...CHAPTER_MEMBERSHIP_STATES),
})
const community = record({
  roles: array(constantFrom(...MEMBER_ROLES), { minLength: 3, maxLength: 3 }),
  found: array(chapter, { minLength: 2, maxLength: 2 }),
  memberships: array(membership, { maxLength: 6 }),
})

test('each right in a chapter is the same for its document and for its row, for every viewer', async () => {
  await assert(
    asyncProperty(community, async ({ roles, found, memberships }) => {
      const store = openMemoryStore()
      const documents = found.map((more, at) => chapterDocument(`chapter-${at}`, more))
      const stored = new Map(
        memberships.map(({ at, member, by, ...status }) => {
          const made = withStatus(undefined, { chapter: `chapter-${at}`, member }, status, { by, at: AT })
          return [made.id, made]
        }),
      )
      await store.transact(async (tx) => {
        for (const document of documents) tx.put(chapters, document)
        for (const each of stored.values()) tx.put(chapterMemberships, each)
      })
      const views = await store.views()
      for (const [at, id] of PEOPLE.entries()) {
        const viewer = { id, role: roles[at]! }
        for (const document of documents) {
          const own = [...stored.values()].find((each) => each.member === id && each.chapter === document.id)
          for (const action of chapterActions()) {
            const { value } = views.get<{ value: number }>(
              sql`SELECT ${may(action).sql(viewer)} AS value FROM chapter AS c WHERE c.id = ${document.id}`,
            )!
            expect([id, action, value === 1]).toEqual([id, action, may(action).of(document, viewer, own)])
          }
        }
      }
      await store.close()
    }),
    { numRuns: 150 },
  )
})
