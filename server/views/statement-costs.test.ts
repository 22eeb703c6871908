import { setTimeout } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'
import { openCommunity } from '#server/testing/statement-costs.ts'
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

test.skipIf(onFirestore)(
  'no statement of a screen takes longer with more members',
  { timeout: HANG_TIMEOUT },
  async () => {
    const small = await openCommunity(FEW)
    onTestFinished(small.close)
    const large = await openCommunity(MANY)
    onTestFinished(large.close)
    const [before, after] = [await small.visit(), await large.visit()]
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
