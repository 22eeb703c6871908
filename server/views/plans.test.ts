import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'

import { views } from '#server/collections.ts'
import { events } from '#server/modules/events/events/collection.ts'
import type { SqliteStore } from '#server/store/sqlite/store.ts'
import { startTestApp } from '#server/testing/app.ts'
import { eventDocument } from '#server/testing/fixtures/events.ts'
import { SCREENS, screenUrl } from '#server/testing/screens.ts'
import { onFirestore } from '#server/testing/temporary-store.ts'

import type { ViewReader } from './sql.ts'
import { tablesOf } from './tables.ts'

/** Statements that scan a whole table, by a part of their text, with the reason. */
const WHOLE: readonly (readonly [part: string, reason: string])[] = [
  ['FROM accountCount', 'One row for each status and role.'],
  [
    "SELECT p.number, '' AS key FROM person",
    'In the order of a page, until it is full: of those who never were active.',
  ],
  [
    'SELECT count(*) AS total FROM person AS p LEFT JOIN activity',
    'No count is kept of it; admins rarely ask.',
  ],
  ['FROM buddyOffer AS offer CROSS JOIN person', 'Members who offer to be a buddy are few.'],
  ['SELECT count(*) AS total FROM event AS e', 'Events are a hundredth of members.'],
  [
    "FROM person AS p WHERE +p.status = 'active'",
    'No count is kept of it; the overview keeps the figures for a minute.',
  ],
]

const TABLES = new Set(views.flatMap(tablesOf))

test.skipIf(onFirestore)('no statement of a screen scans a whole table', async () => {
  const email = `${randomUUID()}@guildhall.test`
  const app = await startTestApp({ liftRateLimits: true, env: { ADMIN_EMAILS: email } })
  onTestFinished(() => app.close())
  const admin = await app.member({ email })
  const other = await app.member()
  await app.store.transact(async (tx) =>
    tx.put(
      events,
      eventDocument('event', { createdBy: admin.uid, hosts: [admin.uid], visibility: 'public' }),
    ),
  )
  const failed: string[] = []
  for (const path of SCREENS)
    for (const person of [admin, other]) {
      const url = screenUrl(path, { event: 'event', other: other.uid })
      const { statusCode } = await person.call('GET', url)
      if (statusCode === 400 || (person === admin && statusCode >= 400)) failed.push(`${statusCode} ${url}`)
    }
  expect(failed).toEqual([])
  const reader = await app.store.views()
  // A SQLite store, which the fixture's type does not express.
  const texts = (app.store as SqliteStore).sentStatements().filter((text) => readsView(text))
  const slow = texts.filter((text) => goesThroughAll(text, reader))
  expect(goesThroughAll('SELECT p.id FROM person AS p WHERE p.card = ?', reader)).toBe(true)
  expect(slow.filter((text) => !WHOLE.some(([part]) => text.includes(part)))).toEqual([])
  expect(WHOLE.filter(([part]) => !slow.some((text) => text.includes(part)))).toEqual([])
})

const readsView = (text: string) =>
  /^\s*(?:SELECT|WITH)\b/.test(text) && [...text.matchAll(/\w+/g)].some(([word]) => TABLES.has(word))

/** Whether a plan reads a whole table, other than in the order of a page, which ends when it is full. */
function goesThroughAll(text: string, reader: ViewReader) {
  const steps = reader
    .all<{ detail: string }>({ text: `EXPLAIN QUERY PLAN ${text}`, values: [] })
    .map(({ detail }) => detail)
  const isPage = text.includes('LIMIT') && !steps.includes('USE TEMP B-TREE FOR ORDER BY')
  const subqueries = new Set(
    steps.flatMap((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)/.exec(step)?.[1] ?? []),
  )
  return steps.some((step) => {
    // Full-text tables and JSON are virtual: the former are searched by words.
    const [, name, index] = /^SCAN (\w+)(?!.*VIRTUAL TABLE)( USING (?:COVERING )?INDEX)?/.exec(step) ?? []
    if (name === undefined || subqueries.has(name) || (index && isPage)) return false
    return TABLES.has(new RegExp(`\\b(\\w+) AS ${name}\\b`).exec(text)?.[1] ?? name)
  })
}
