import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'

import type { AuditFilter } from '#shared/admin/audit.ts'
import { HOUR, MINUTE } from '#shared/lib/durations.ts'
import { type ErrorGroup, errorGroups } from '#server/modules/operations/client-errors/groups/collection.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { createAuditLog } from '#server/modules/operations/audit/service.ts'
import type { AuditFact } from '#server/modules/operations/audit/types.ts'
import { type InvitationDocument, invitations } from '#server/modules/accounts/invitations/collection.ts'
import { chapters } from '#server/modules/chapters/chapters/collection.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { type RoundDocument, rounds } from '#server/modules/rounds/collection.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { members } from '#server/modules/people/members/collection.ts'
import type { Actor } from '#server/modules/actor.ts'
import { eventDocument } from '#server/testing/fixtures/events.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'
import { partOf } from '#server/tools/part-of.ts'

import { auditCsv } from './csv.ts'
import { createAdminAuditLog } from './service.ts'

const store = openTemporaryStore([auditEntries, chapters, errorGroups, events, invitations, members, rounds])
afterAll(() => store.close())

let time = Date.parse('2026-11-21T10:00:00.000Z')
const clock = () => time
const silent = { warn: () => undefined, error: () => undefined }
const log = createAuditLog({ store, clock, newId: randomUUID, logger: silent })
const names = { ada: 'Ada Lovelace', grace: '=HYPERLINK("https://evil.test")' }
const admin = partOf<Actor>({ id: 'anna', sessionHash: 'hash' })
const audit = createAdminAuditLog({
  store,
  operations: partOf<Operations>({ audit: log }),
})
const listed = async (filter: AuditFilter) =>
  (await audit.page(admin, filter)).items.map(({ action }) => action)

async function record(...facts: AuditFact[]) {
  for (const fact of facts) {
    time += MINUTE
    await log.record(fact)
  }
}

await store.transact(async (tx) => {
  for (const [id, displayName] of Object.entries(names))
    tx.put(members, {
      ...newcomer(id, new Date(time).toISOString()),
      version: 1,
      email: '',
      displayName,
    })
  tx.put(events, eventDocument('event-1', { title: 'Breakfast' }))
})

const started = new Date(time).toISOString()
await record(
  { action: 'member.joined', actor: 'ada', target: 'ada' },
  { action: 'session.denied', actor: 'ada', target: 'GET /api/admin/members', reason: 'role_required' },
  {
    action: 'member.suspended',
    actor: 'grace',
    target: 'ada',
    reason: '+1',
    before: { status: 'active', tags: ['a', 'b'] },
    after: { status: 'suspended', role: { name: '<b>' } },
  },
)
time += MINUTE
// Entries that viewing the log adds are later.
const ended = new Date(time - 1).toISOString()

test('the log shows members by name, and routes unchanged', async () => {
  const { items } = await audit.page(admin, { before: ended })
  expect(items.map(({ actorName, targetName, target }) => [actorName, targetName ?? target])).toEqual([
    [names.grace, 'Ada Lovelace'],
    ['Ada Lovelace', 'GET /api/admin/members'],
    ['Ada Lovelace', 'Ada Lovelace'],
  ])
})

test.each([
  [{ actor: 'ada' }, ['session.denied', 'member.joined']],
  [{ target: 'ada' }, ['member.suspended', 'member.joined']],
  [{ action: 'member.joined' }, ['member.joined']],
  [{ actor: 'ada', action: 'session.denied' }, ['session.denied']],
  [{ actor: 'grace', target: 'ada' }, ['member.suspended']],
  [{ action: 'member.suspended', target: 'ada' }, ['member.suspended']],
  [{ actor: 'ada', action: 'member.suspended', target: 'ada' }, []],
  // The second minute, with an offset.
  [{ from: '2026-11-21T12:02:00+02:00', before: '2026-11-21T10:03:00Z' }, ['session.denied']],
  [{ from: ended, before: started }, []],
])('the filter %o returns entries that match all of its conditions', async (filter, expected) => {
  expect(await listed({ before: ended, ...filter })).toEqual(expected)
})

test('the log can leave out sign-ins, and still lists denials', async () => {
  time += HOUR
  const from = new Date(time).toISOString()
  await record(
    { action: 'session.exchanged', actor: 'ada', target: 'ada' },
    { action: 'session.denied', actor: 'ada', target: 'GET /api/admin/members' },
    { action: 'session.ended', actor: 'ada', target: 'ada' },
  )
  expect(await listed({ from })).toHaveLength(3)
  expect(await listed({ from, sessions: 'hidden' })).toEqual(['session.denied'])
  expect(await listed({ from, sessions: 'hidden', actor: 'ada' })).toEqual(['session.denied'])
})

test('a filter by a member names the member, even if nothing is found', async () => {
  expect(await audit.page(admin, { actor: 'ada', action: 'none.such' })).toEqual({
    items: [],
    actorName: 'Ada Lovelace',
  })
})

test('a search for a member is recorded once per visit, even for concurrent requests', async () => {
  time += HOUR
  const from = new Date(time).toISOString()
  await Promise.all([1, 2, 3].map(() => audit.page(admin, { target: 'ada' })))
  await audit.page({ ...admin, id: 'ada' }, { target: 'ada' })
  await audit.page(admin, { target: 'GET /api/admin/members' })
  expect(await listed({ from })).toEqual(['member.viewed_by_admin'])
})

test('an entry shows its fields before and after', async () => {
  const [entry] = (await audit.page(admin, { action: 'member.suspended' })).items
  expect((await audit.entry(entry!.id)).fields).toEqual([
    { name: 'status', before: 'active', after: 'suspended' },
    { name: 'tags', before: 'a\nb' },
    { name: 'role.name', after: '<b>' },
  ])
  await expect(audit.entry('none')).rejects.toMatchObject({ status: 404 })
})

test('a change of a membership names its chapter', async () => {
  await record({ action: 'chapter.asked', actor: 'ada', target: 'ada', after: { chapter: 'Lisbon' } })
  const page = await audit.page(admin, { action: 'chapter.asked' })
  expect(page.items.map(({ targetName, chapter }) => [targetName, chapter])).toEqual([
    ['Ada Lovelace', 'Lisbon'],
  ])
})

test('invitations appear by address, errors by message, and rounds by title', async () => {
  time += HOUR
  const from = new Date(time).toISOString()
  await store.transact(async (tx) => {
    tx.put(invitations, invitation)
    tx.put(errorGroups, errorGroup)
    tx.put(rounds, round)
  })
  await record(
    { action: 'round.opened', actor: 'ada', target: 'round-1' },
    { action: 'invitation.revoked', actor: 'ada', target: 'invitation-1' },
    { action: 'client_error.resolved', actor: 'ada', target: 'client-error:group-1' },
    { action: 'client_error.resolved', actor: 'ada', target: 'client-error:group-2' },
  )
  const { items } = await audit.page(admin, { from })
  expect(items.map(({ targetName }) => targetName)).toEqual([
    undefined,
    'x is not a function',
    'eve@example.org',
    'Coffee in December',
  ])
})

const at = '2026-11-21T10:00:00.000Z'
const invitation: InvitationDocument = {
  id: 'invitation-1',
  version: 1,
  email: 'eve@example.org',
  state: 'open',
  linkKey: '',
  tokenHash: '',
  sentAt: at,
  sentBy: 'ada',
  expiresAt: at,
  deleteAt: at,
  profile: {},
}
const round: RoundDocument = {
  id: 'round-1',
  title: 'Coffee in December',
  audience: 'everyone',
  size: 2,
  optInUntil: at,
  monthly: false,
  state: 'open',
  openedAt: at,
  openedBy: 'ada',
  groups: 0,
}
const errorGroup: ErrorGroup = {
  id: 'group-1',
  version: 1,
  state: 'open',
  type: 'TypeError',
  message: 'x is not a function',
  count: 1,
  members: 1,
  visitors: 0,
  firstAt: at,
  lastAt: at,
  hours: [],
  releases: [],
  browsers: [],
  samples: [],
  awaitsMap: false,
}

test('the CSV contains the matching entries without formulas, and the export is recorded', async () => {
  const text = (await Array.fromAsync(await audit.csv(admin, { target: 'ada', before: ended }))).join('')
  const [, suspended, joined, rest] = text.split(/\r\n(?=\d|$)/)
  expect(suspended).toContain(
    `2026-11-21 10:03:00,member.suspended,"'=HYPERLINK(""https://evil.test"")",grace`,
  )
  expect(suspended).toContain(`'+1`)
  expect(joined).toContain('member.joined')
  expect(rest).toBe('')
  const [exported] = (await audit.page(admin, { action: 'audit.exported' })).items
  expect((await audit.entry(exported!.id)).fields).toContainEqual({
    name: 'filter.target',
    after: 'ada',
  })
})

test('a CSV with too many entries ends with a note that more entries match', async () => {
  const line = (id: string) => ({ id, at: started, action: 'test.one', actor: 'ada' })
  async function* pieces() {
    yield [line('one')]
    yield [line('two'), line('three')]
  }
  const rows = (await Array.fromAsync(auditCsv(pieces(), 2))).join('').trim().split('\r\n')
  expect(rows.at(-2)).toMatch(/two$/)
  expect(rows.at(-1)).toMatch(/^More entries match/)
})

test('events are shown by title, or by id once they are deleted, also in the CSV', async () => {
  time += HOUR
  const from = new Date(time).toISOString()
  await record(
    { action: 'event.published', actor: 'ada', target: 'event-1' },
    { action: 'event.deleted', actor: 'ada', target: 'event-2' },
  )
  const before = new Date(time + 1).toISOString()
  const { items } = await audit.page(admin, { from })
  expect(items.map(({ targetName, target }) => [targetName, target])).toEqual([
    [undefined, 'event-2'],
    ['Breakfast', 'event-1'],
  ])
  expect(await audit.entry(items[1]!.id)).toMatchObject({ target: 'event-1', targetName: 'Breakfast' })
  const ofEvent = await audit.page(admin, { target: 'event-1' })
  expect(ofEvent).toMatchObject({ targetName: 'Breakfast', items: [{ action: 'event.published' }] })
  const text = (await Array.fromAsync(await audit.csv(admin, { from, before }))).join('')
  expect(text).toContain('event.deleted,Ada Lovelace,ada,,event-2')
  expect(text).toContain('event.published,Ada Lovelace,ada,Breakfast,event-1')
  expect(await listed({ from })).not.toContain('member.viewed_by_admin')
})

test('the log lists the newest first, page by page', async () => {
  time += HOUR
  const from = new Date(time).toISOString()
  await record(...Array.from({ length: 30 }, (_, entry) => ({ action: `test.${entry}`, actor: 'ada' })))

  const first = await audit.page(admin, { from })
  const second = await audit.page(admin, { from }, first.next)

  const actions = [...first.items, ...second.items].map(({ action }) => action)
  expect(actions).toEqual(Array.from({ length: 30 }, (_, index) => `test.${29 - index}`))
  expect(second.next).toBeUndefined()
})
