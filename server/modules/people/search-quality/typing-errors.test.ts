import { afterAll, beforeAll, expect, test } from 'vitest'

import { inLanguage } from '#server/lib/language.ts'
import { searchFor } from '#server/modules/people/directory/meant-search.ts'
import { directoryRows } from '#server/modules/people/directory/queries.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { readSearch } from '#server/modules/people/terms/query.ts'
import { industryPhrases } from '#server/modules/people/terms/trade-matches.ts'
import { STEM_LANGUAGES } from '#server/modules/people/terms/word-forms.ts'
import { trades } from '#server/modules/people/trades/trades.ts'
import { startTestApp } from '#server/testing/app.ts'

const NOW = '2026-01-01T00:00:00.000Z'
/** Results that people look at. */
const FIRST = 5
const MIN_LETTERS = 6

const app = await startTestApp()
const viewer = await app.member()
beforeAll(() =>
  app.store.transact(async (tx) => {
    for (const { id, en } of trades)
      tx.put(members, {
        ...newcomer(id, NOW),
        version: 1,
        email: `${id}@guildhall.test`,
        onboardedAt: NOW,
        displayName: 'Xu',
        headline: en[0]!,
      })
  }),
)
afterAll(() => app.close())

const ERRORS = {
  exchanged: (word: string, at: number) => word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2),
  missing: (word: string, at: number) => word.slice(0, at) + word.slice(at + 1),
  doubled: (word: string, at: number) => word.slice(0, at + 1) + word.slice(at),
}

/** The error in the middle of the longest word. Undefined for names of short words, and where it changes nothing. */
function withError(name: string, error: (word: string, at: number) => string) {
  const words = name.split(' ')
  const longest = words.toSorted((one, other) => other.length - one.length)[0]!
  const wrong = error(longest, Math.floor(longest.length / 2))
  if (longest.length < MIN_LETTERS || wrong === longest) return undefined
  return words.with(words.indexOf(longest), wrong).join(' ')
}

test.for(
  STEM_LANGUAGES.flatMap((language) => Object.entries(ERRORS).map((error) => [language, ...error] as const)),
)(
  'a typing error in the name of a trade rarely hides who has it: %s, a letter is %s',
  async ([language, , error]) => {
    const views = await app.store.views()
    const phrases = industryPhrases([])
    const isFound = (id: string, q: string) => {
      const query = { viewerId: viewer.uid, now: NOW, text: readSearch(q, phrases), facets: [], phrases }
      const { search } = searchFor(views, query, { q })
      return directoryRows(views, search, { rows: FIRST }).some((row) => row.id === id)
    }
    const tried = trades.flatMap(({ id, [language]: [name = ''] }) => {
      const q = withError(name, error)
      return q === undefined ? [] : [{ q, isFound: inLanguage(language, () => isFound(id, q)) }]
    })
    const missed = tried.filter((each) => !each.isFound).map(({ q }) => q)
    expect(missed.length / tried.length).toBeLessThan(0.05)
  },
)
