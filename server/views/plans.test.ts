import { randomUUID } from 'node:crypto'

import { expect, onTestFinished, test } from 'vitest'

import { views } from '#server/collections.ts'
import { events } from '#server/features/events/collection.ts'
import type { SqliteStore } from '#server/store/sqlite.ts'
import { startTestApp } from '#server/testing/app.ts'
import { eventDocument } from '#server/testing/events.ts'
import { onFirestore } from '#server/testing/temporary-store.ts'

import type { ViewReader } from './sql.ts'
import { tablesOf } from './tables.ts'

/** Screens with their filters and orders. Most statements depend on no data. `EVENT` and `OTHER` stand for ids. */
const PATHS: readonly string[] = [
  ...['', '?industry=Other', '?q=ab', '?q=ab&city=Paris', '?city=Paris&keyword=art', '/facets'].map(
    (query) => `directory${query}`,
  ),
  ...['', '?q=ab', '?status=pending', '?role=organiser', '?joinedFrom=2026-01-01', '?tier=Gold'].flatMap(
    (query) =>
      ['name', 'joined', 'active', '-active'].map((sort) => `admin/members${query || '?'}&sort=${sort}`),
  ),
  ...['active=last7', 'active=notLast30', 'active=never', 'never=connected', 'never=met'].map(
    (query) => `admin/members?${query}`,
  ),
  ...['', '?q=ab', '?state=draft', '?time=coming', '?organiser=OTHER', '?organised=none', '?sort=title'].map(
    (query) => `admin/events${query}`,
  ),
  'admin/events/organisers?q=ab',
  'admin/members/OTHER',
  'admin/members/OTHER/history',
  'admin/overview',
  ...['', '?state=decided'].map((query) => `admin/reports${query}`),
  ...['', '?q=ab', '?state=expired', '?state=open', '?state=consent', '?state=revoked'].map(
    (query) => `admin/invitations${query}`,
  ),
  ...['', '?state=open', '?release=1', '?browser=Firefox', '?since=24h', '?kind=any'].map(
    (query) => `admin/client-errors${query}`,
  ),
  ...['', '?actor=OTHER', '?target=OTHER', '?action=member.joined', '?actor=OTHER&action=member.joined'].map(
    (query) => `admin/audit${query}`,
  ),
  ...[
    '',
    '?q=ab',
    '?list=past',
    '?list=mine',
    '/EVENT',
    '/tags',
    '/EVENT/attendees',
    '/EVENT/announcements',
  ].map((query) => `events${query}`),
  ...['', '/EVENT'].map((path) => `public-events${path}`),
  ...['/roster', '/roster?q=ab', '/check-in-list', '/worth-meeting', '/meet-again'].map(
    (path) => `events/EVENT${path}`,
  ),
  ...['', '?q=ab', '/counts', '?list=received', '/with/OTHER'].map((path) => `connections${path}`),
  ...['', '/past', '/people?q=ab'].map((path) => `meetings${path}`),
  ...['', '?tier=Gold', '?industry=Other'].map((query) => `public/prestige/members${query}`),
  'members/OTHER',
  'blocks',
  'introductions',
  'member-introductions',
  'prestige',
  'dashboard',
  'notifications',
  'notifications/unread',
  'moderation/reports',
  'moderation/warnings',
  'account/admin-views',
]

/** Statements by a part of their text, and why each goes through a whole table. */
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
  ['SELECT count(*) AS total FROM event AS e', 'Events are a hundredth of members.'],
  [
    "FROM person AS p WHERE +p.status = 'active'",
    'No count is kept of it; the overview keeps the figures for a minute.',
  ],
]

const TABLES = new Set(views.flatMap(tablesOf))

test.skipIf(onFirestore)('no statement of a screen goes through a whole table', async () => {
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
  for (const path of PATHS)
    for (const person of [admin, other]) {
      const url = `/api/${path.replace('EVENT', 'event').replace('OTHER', other.uid)}`
      const { statusCode } = await person.call('GET', url)
      if (statusCode === 400 || (person === admin && statusCode >= 400)) failed.push(`${statusCode} ${url}`)
    }
  expect(failed).toEqual([])
  const reader = await app.store.views()
  // A store of SQLite, which the tests' type does not tell.
  const texts = (app.store as SqliteStore).sentStatements().filter((text) => readsView(text))
  const slow = texts.filter((text) => goesThroughAll(text, reader))
  expect(goesThroughAll('SELECT p.id FROM person AS p WHERE p.card = ?', reader)).toBe(true)
  expect(slow.filter((text) => !WHOLE.some(([part]) => text.includes(part)))).toEqual([])
  expect(WHOLE.filter(([part]) => !slow.some((text) => text.includes(part)))).toEqual([])
})

const readsView = (text: string) =>
  /^\s*(?:SELECT|WITH)\b/.test(text) && [...text.matchAll(/\w+/g)].some(([word]) => TABLES.has(word))

/** Whether a plan has a step that reads all of a table, and not in the order of a page, which ends when it is full. */
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
