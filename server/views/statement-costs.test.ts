import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'
import { type Cost, openCommunity } from '#server/testing/statement-costs.ts'
import { onFirestore } from '#server/testing/temporary-store.ts'

const [FEW, MANY] = [300, 3_000]
/** Ten times as many members: a statement that visits all of them takes about ten times as long. */
const GROWTH = 3
/** Milliseconds, below which a difference says nothing. */
const NOISE = 0.1
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
const BUDGET = { statements: 6, rows: 60 }
const EVENT_LIST = { statements: 12, rows: 210 }
/** One statement for each word of the viewer's asks and offers, until the ranking is known. */
const WORDS = 80
const LARGER: Readonly<Record<string, Partial<typeof BUDGET>>> = {
  '/api/dashboard': { statements: 36, rows: 130 },
  '/api/suggestions': { statements: WORDS, rows: 150 },
  '/api/events/event-0/worth-meeting': { statements: WORDS, rows: 400 },
  '/api/events': EVENT_LIST,
  '/api/events?q=ab': EVENT_LIST,
  '/api/events?list=mine': EVENT_LIST,
  '/api/events?list=past': EVENT_LIST,
  '/api/events?chapter=mine': EVENT_LIST,
  '/api/events?place=Paris&connections=1&from=2026-01-01&to=2026-12-31': EVENT_LIST,
  '/api/events/event-0': { statements: 12 },
  '/api/events/event-0/roster': { rows: 210 },
  '/api/events/event-0/check-in-list': { rows: 110 },
  // Up to 200 values of each of three filters.
  '/api/directory/facets': { rows: 1_200 },
}

/**
 * Most processor time of a screen, in requests for the number of unread notifications: about twice what it takes, since
 * machines differ.
 */
const TIMES: Readonly<Record<string, number>> = {
  dashboard: 22,
  events: 15,
  'events?list=mine': 16,
  'events?list=past': 11,
  'events/EVENT': 6,
  'events/EVENT/roster': 16,
  'events/EVENT/check-in-list': 8,
  meetings: 6,
  notifications: 7,
  suggestions: 10,
  connections: 6,
  introductions: 4,
  directory: 8,
  'directory/facets': 10,
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
      await wait(PAUSE)
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

test.skipIf(onFirestore)(
  'no screen takes more processor time than its budget',
  { timeout: HANG_TIMEOUT },
  async () => {
    const exceeding: string[] = []
    for (const [path, most] of Object.entries(TIMES)) {
      const times = async () =>
        (await large.processorTime(path)) / (await large.processorTime('notifications/unread'))
      let least = await times()
      for (let tries = 0; tries < TRIES && least > most; tries += 1) {
        await wait(PAUSE)
        least = Math.min(least, await times())
      }
      if (least > most) exceeding.push(`${path}: ${least}`)
    }
    expect(exceeding).toEqual([])
  },
)
