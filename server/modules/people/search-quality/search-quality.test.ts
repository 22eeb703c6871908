import { afterAll, beforeAll, expect, test } from 'vitest'

import type { DirectoryPage } from '#shared/people/directory.ts'
import { startTestApp } from '#server/testing/app.ts'
import {
  SEARCH_QUERIES,
  searchQuality,
  type SearchQuery,
  seedSearchCommunity,
} from '#server/testing/search-quality.ts'

/** Lower results mean that a change has made the search worse. */
const FLOOR = { recall: 0.98, reciprocalRank: 0.96 }

const running = await startTestApp({ env: { LANGUAGES: 'en,de,pt' } })
const searcher = await running.member()
beforeAll(async () => {
  await seedSearchCommunity(running.store, running.clock())
  // Direct writes to the store, like those of another process, are visible after a second.
  running.advance(1_000)
})
afterAll(() => running.close())

async function ask({ language, q }: SearchQuery) {
  const headers = { 'accept-language': language }
  const answer = await searcher.call('GET', `/api/directory?${new URLSearchParams({ q })}`, { headers })
  expect({ q, status: answer.statusCode }).toEqual({ q, status: 200 })
  return answer.json<DirectoryPage>().items.map(({ displayName }) => displayName)
}

test('the search finds the members who can help, in three languages', async () => {
  const { recall, reciprocalRank, misses } = await searchQuality(SEARCH_QUERIES, ask)
  const isReached = recall >= FLOOR.recall && reciprocalRank >= FLOOR.reciprocalRank
  // Lists the queries that miss someone.
  expect(isReached ? [] : [{ recall, reciprocalRank }, ...misses]).toEqual([])
})
