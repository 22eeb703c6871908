import { DAY } from '#shared/lib/durations.ts'
import { DEMO_ACCOUNTS } from '#server/demo/seed/accounts.ts'
import { SAMPLE_MEMBERS, type SampleMember } from '#server/demo/community/sample-members.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { type MemberDocument, members } from '#server/modules/people/members/collection.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import people from '#server/modules/people/search-quality/people.json' with { type: 'json' }
import queries from '#server/modules/people/search-quality/queries.json' with { type: 'json' }
import type { Store } from '#server/store/port.ts'

/** Members in English, German and Portuguese. Some of them mention or ask for what others do. */
const MORE_PEOPLE = people as readonly Omit<SampleMember, 'timeZone'>[]

/** A query, and the names of the members who should come first, in any order. */
export type SearchQuery = (typeof queries)[number]
export const SEARCH_QUERIES: readonly SearchQuery[] = queries

/** Results that people look at. */
const FIRST = 5

/** Writes the demo's community and those people, who are all listed. */
export function seedSearchCommunity(store: Store, now: number) {
  const instants = { joinedAt: isoInstant(now), expiresAt: isoInstant(now + 30 * DAY) }
  const documents = [
    ...DEMO_ACCOUNTS.map(({ uid, profile }) => documentOf(uid, profile, instants)),
    ...SAMPLE_MEMBERS.map((sample) => documentOf(sample.uid, addressed(sample), instants)),
    ...MORE_PEOPLE.map((sample, at) => documentOf(`searched-${at}`, addressed(sample), instants)),
  ]
  return store.transact(async (tx) => {
    for (const document of documents) tx.put(members, document)
  })
}

const addressed = ({ city, country, ...profile }: Omit<SampleMember, 'timeZone'>) => ({
  ...profile,
  address: { city, country_code: country },
})

function documentOf(
  id: string,
  {
    asks,
    offers,
    ...profile
  }: Partial<Omit<MemberDocument, 'asks' | 'offers'>> & {
    asks: string[]
    offers: string[]
  },
  { joinedAt, expiresAt }: { joinedAt: string; expiresAt: string },
): MemberDocument {
  const current = (texts: string[]) => texts.map((text, at) => ({ id: `${id}-${at}`, text, expiresAt }))
  return {
    ...newcomer(id, joinedAt),
    version: 1,
    email: `${id}@guildhall.test`,
    onboardedAt: joinedAt,
    ...profile,
    asks: current(asks),
    offers: current(offers),
  }
}

export interface SearchQuality {
  /** Share of the expected members who are among the first five, as a mean over the queries. */
  recall: number
  /** Mean of 1 divided by the position of the first expected member. */
  reciprocalRank: number
  /** One line for each query that misses someone or puts somebody else first. */
  misses: string[]
}

/** @param ask resolves to the names that the directory returns for a query, best first */
export async function searchQuality(
  asked: readonly SearchQuery[],
  ask: (query: SearchQuery) => Promise<string[]>,
): Promise<SearchQuality> {
  const results: { recall: number; reciprocalRank: number; miss: string[] }[] = []
  for (const query of asked) {
    const { expected, language, q } = query
    const found = await ask(query)
    const among = found.slice(0, FIRST).filter((name) => expected.includes(name))
    const first = found.findIndex((name) => expected.includes(name))
    const recall = among.length / Math.min(expected.length, FIRST)
    const reciprocalRank = first < 0 ? 0 : 1 / (first + 1)
    const isMiss = recall < 1 || reciprocalRank < 1
    const line = `${language} “${q}”: ${found.slice(0, FIRST).join(', ') || 'no one'}; expected ${expected.join(', ')}`
    results.push({ recall, reciprocalRank, miss: isMiss ? [line] : [] })
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    recall: mean(results.map(({ recall }) => recall)),
    reciprocalRank: mean(results.map(({ reciprocalRank }) => reciprocalRank)),
    misses: results.flatMap(({ miss }) => miss),
  }
}
