import { expect, onTestFinished, test } from 'vitest'

import { chapterMemberships } from '#server/modules/chapters/memberships/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { putChapterMembership } from '#server/testing/fixtures/chapters.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { completeMemberships } from './complete-memberships.ts'

test('memberships and members of earlier releases are completed once, and others stay as they are', async () => {
  const store = openTemporaryStore([members, chapterMemberships])
  onTestFinished(() => store.close())
  const home = { kind: 'home', role: 'member', state: 'active' } as const
  await store.transact(async (tx) => {
    tx.put(members, { ...newcomer('ada', '2026-01-01T00:00:00.000Z'), version: 1, industry: 'Finance' })
    const former = putChapterMembership(tx, 'berlin', 'ada', home)
    putChapterMembership(tx, 'lisbon', 'ada', { ...home, kind: 'guest' })
    putChapterMembership(tx, 'porto', 'ada', { ...home, state: 'left' })
    putChapterMembership(tx, 'berlin', 'gone', home)
    tx.put(members, {
      ...newcomer('grace', '2026-01-01T00:00:00.000Z'),
      version: 1,
      chapters: ['porto', 'x'],
    })
    putChapterMembership(tx, 'porto', 'grace', { ...home, state: 'left' })
    tx.put(chapterMemberships, { ...former, id: 'kept', member: 'kept', industry: 'Law' })
  })

  expect(await completeMemberships(store)).toBe(4)
  const { items } = await store.find(chapterMemberships, { limit: 10 })
  expect(items.map(({ chapter, member, industry }) => [chapter, member, industry])).toEqual(
    expect.arrayContaining([
      ['berlin', 'ada', 'Finance'],
      ['berlin', 'gone', ''],
      ['berlin', 'kept', 'Law'],
      ['lisbon', 'ada', undefined],
      ['porto', 'ada', undefined],
    ]),
  )
  expect(await store.get(members, 'ada')).toMatchObject({ version: 1, chapters: ['berlin', 'lisbon'] })
  expect(await store.get(members, 'grace')).toMatchObject({ chapters: ['x'] })
  expect(await completeMemberships(store)).toBe(0)
})
