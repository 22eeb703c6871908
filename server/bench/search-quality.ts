import { once } from 'node:events'
// Unlike `fetch`, it sends the host that the server expects.
import { get as httpGet, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'

import type { DirectoryPage } from '#shared/people/directory.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import {
  SEARCH_QUERIES,
  searchQuality,
  type SearchQuery,
  seedSearchCommunity,
} from '#server/testing/search-quality.ts'
import type { Store } from '#server/store/port.ts'

import { startProduct } from './product.ts'
import type { Figure } from './row.ts'

const SEARCHER = 'searcher'

/** How many of the members who can help the directory finds for queries in three languages, and how far up. */
export async function searchQualityFigures(): Promise<Figure[]> {
  const { ready, stop } = await startProduct(seed, [SEARCHER])
  const headers = { ...ready.headers, cookie: ready.cookies[0]! }
  async function ask({ language, q }: SearchQuery) {
    const request = httpGet({
      host: '127.0.0.1',
      port: ready.product,
      path: `/api/directory?${new URLSearchParams({ q })}`,
      headers: { ...headers, 'accept-language': language },
    })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    if (answer.statusCode !== 200) throw new Error(`${q}: ${answer.statusCode}`)
    const { items } = (await json(answer)) as DirectoryPage
    return items.map(({ displayName }) => displayName)
  }
  try {
    const { recall, reciprocalRank } = await searchQuality(SEARCH_QUERIES, ask)
    return [
      figure('recall in the first five', Number((100 * recall).toFixed(1)), '%', 95),
      figure('mean reciprocal rank', Number(reciprocalRank.toFixed(2)), '', 0.85),
    ]
  } finally {
    await stop()
  }
}

async function seed(store: Store) {
  const now = new Date()
  await seedSearchCommunity(store, now.getTime())
  await store.transact(async (tx) => {
    tx.put(members, {
      ...newcomer(SEARCHER, now.toISOString()),
      version: 1,
      email: `${SEARCHER}@example.org`,
      displayName: 'Searcher',
      onboardedAt: now.toISOString(),
    })
  })
}

const figure = (name: string, value: number, unit: string, limit: number): Figure => ({
  name: `search, ${SEARCH_QUERIES.length} queries, ${name}`,
  value,
  unit,
  bound: 'at least',
  limit,
})
