import { setTimeout } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'
import { type Cost, openCommunity } from '#server/testing/statement-costs.ts'
import { onFirestore } from '#server/testing/temporary-store.ts'

const [FEW, MANY] = [600, 6_000]
/** Ten times as many members: a statement that visits all of them takes about ten times as long. */
const GROWTH = 3
/** Milliseconds, below which a difference says nothing. */
const NOISE = 0.3
/** Slow statements are measured again, with milliseconds between: another process may have interrupted them. */
const [TRIES, PAUSE] = [20, 100]

/** Statements by a part of their text, and why their time grows with the number of members. */
const GROWING: readonly (readonly [part: string, reason: string])[] = [
  ['FROM match CROSS JOIN exchangeWord', 'Compares everyone with a word in common, and is kept for a while.'],
  ["FROM person AS p WHERE p.id > ''", 'Counts the whole directory, once a minute.'],
  [
    "AND any.state = 'accepted') ORDER BY p.joinedAt",
    'Looks for the few without a connection among all; admins rarely ask.',
  ],
  ["FROM person AS p WHERE +p.status = 'active'", 'Counts all members for the overview, once a minute.'],
  [
    'SELECT count(*) AS total FROM person AS p LEFT JOIN activity',
    'No count is kept of it; admins rarely ask.',
  ],
]

/** Statements that two people send for a screen, and the rows that they get. */
const BUDGET = { statements: 12, rows: 300 }
/** One statement for each word of the viewer's asks and offers, until the ranking is known. */
const WORDS = 80
const LARGER: Readonly<Record<string, Partial<typeof BUDGET>>> = {
  '/api/dashboard': { statements: 36 },
  '/api/suggestions': { statements: WORDS },
  '/api/events/event-0/worth-meeting': { statements: WORDS, rows: 400 },
  // Up to 200 values of each of three filters.
  '/api/directory/facets': { rows: 1_200 },
}

let small: Awaited<ReturnType<typeof openCommunity>>
let large: typeof small
let before: ReadonlyMap<string, Cost>
let after: typeof before
beforeAll(async () => {
  if (onFirestore) return
  small = await openCommunity(FEW)
  large = await openCommunity(MANY)
  before = await small.visit()
  after = await large.visit()
}, HANG_TIMEOUT)
afterAll(async () => {
  await small?.close()
  await large?.close()
})

test.skipIf(onFirestore)(
  'no statement of a screen takes longer with more members',
  { timeout: HANG_TIMEOUT },
  async () => {
    const slow = () =>
      [...after].filter(([key, { text, least }]) => {
        const isExpected = GROWING.some(([part]) => text.replaceAll(/\s+/g, ' ').includes(part))
        return !isExpected && least > (before.get(key)?.least ?? 0) * GROWTH + NOISE
      })
    for (let tries = 0; tries < TRIES && slow().length > 0; tries += 1) {
      await setTimeout(PAUSE)
      for (const [key, cost] of slow()) {
        before.get(key)?.measure()
        cost.measure()
      }
    }
    expect(slow().map(([, { url, text, least }]) => ({ url, text, least }))).toEqual([])
  },
)

test.skipIf(onFirestore)('no screen sends more statements or gets more rows than its budget', () => {
  const exceeded = [before, after].flatMap((costs) =>
    [...Map.groupBy(costs.values(), ({ url }) => url)].flatMap(([url, all]) => {
      const sum = (of: 'calls' | 'rows') => all.reduce((total, cost) => total + cost[of], 0)
      const [statements, rows] = [sum('calls'), sum('rows')]
      const budget = { ...BUDGET, ...LARGER[url] }
      return statements > budget.statements || rows > budget.rows ? [{ url, statements, rows }] : []
    }),
  )
  expect(exceeded).toEqual([])
})
