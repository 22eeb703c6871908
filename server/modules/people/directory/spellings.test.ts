import { afterAll, beforeAll, expect, test } from 'vitest'

import type { DirectoryPage } from '#shared/people/directory.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { startTestApp } from '#server/testing/app.ts'
import { FOUND_SPELLINGS, OTHER_SPELLINGS } from '#server/testing/fixtures/spellings.ts'

const JOINED_AT = '2026-01-01T00:00:00.000Z'

const app = await startTestApp()
const viewer = await app.member()
beforeAll(async () => {
  await app.store.transact(async (tx) => {
    for (const [at, displayName] of namesOf([...FOUND_SPELLINGS, ...OTHER_SPELLINGS]).entries()) {
      const member = { ...newcomer(`member-${at}`, JOINED_AT), version: 1, email: `${at}@guildhall.test` }
      tx.put(members, { ...member, onboardedAt: JOINED_AT, displayName })
    }
  })
})
afterAll(() => app.close())

const namesOf = (spellings: typeof FOUND_SPELLINGS) => [...new Set(spellings.map(([, name]) => name))]

async function namesFoundBy(q: string) {
  const answer = await viewer.call('GET', `/api/directory?${new URLSearchParams({ q, asTyped: 'true' })}`)
  return answer.json<DirectoryPage>().items.map(({ displayName }) => displayName)
}

test.each(FOUND_SPELLINGS)('%s finds the member %s', async (typed, name) => {
  expect(await namesFoundBy(typed)).toContain(name)
})

test.each(OTHER_SPELLINGS)('%s does not find the member %s', async (typed, name) => {
  expect(await namesFoundBy(typed)).not.toContain(name)
})
