import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'

import type { AuditPage } from '#shared/admin/audit.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { startTestApp } from '#server/testing/app.ts'
import { eventDocument } from '#server/testing/fixtures/events.ts'

const ADMIN = `${randomUUID()}@guildhall.test`

const started = await startTestApp({ liftRateLimits: true, env: { ADMIN_EMAILS: ADMIN } })
const admin = await started.member({ email: ADMIN })
afterAll(() => started.close())

const list = (query: string) => admin.call('GET', `/api/admin/audit?${query}`)

test('the log is filtered by the query, and an admin’s look at a member is in that member’s export', async () => {
  const person = await started.member()
  const { items } = (await list(`target=${person.uid}&action=member.joined`)).json<AuditPage>()
  expect(items).toHaveLength(1)
  const own = (await person.call('POST', '/api/account/export')).json<{ auditLog: { action: string }[] }>()
  expect(own.auditLog.map(({ action }) => action)).toContain('member.viewed_by_admin')
})

test('an entry about an event shows its title', async () => {
  const event = eventDocument('breakfast', { title: 'Breakfast' })
  await started.store.transact(async (tx) => {
    tx.put(events, event)
    tx.create(auditEntries, {
      id: 'entry',
      at: event.changedAt,
      action: 'event.published',
      actor: null,
      target: event.id,
    })
  })
  expect((await list(`target=${event.id}`)).json()).toMatchObject({
    targetName: 'Breakfast',
    items: [{ target: event.id, targetName: 'Breakfast' }],
  })
})

test.each([
  'from=yesterday',
  'from=0001-01-01T00:00:00Z',
  'action=%25',
  'actor=',
  `target=${'x'.repeat(501)}`,
  'cursor=made-up',
  'sort=at',
])('the query %s is refused with a problem', async (query) => {
  const answer = await list(query)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toHaveProperty('requestId')
})

test.each(['from=2026-06-30T23:59:60Z', 'before=2026-06-30T00:00:00%2B05', 'target=%00%F0%9F%98%80'])(
  'the unusual query %s returns an empty list',
  async (query) => {
    expect((await list(`actor=nobody&${query}`)).json()).toEqual({ items: [] })
  },
)

test('the audit log is downloaded as CSV by admins only', async () => {
  const url = '/api/admin/audit/export.csv?action=member.joined'
  const file = await admin.call('GET', url)
  expect(file.headers['content-disposition']).toContain('Audit log.csv')
  expect(file.body.split('\r\n')[1]).toContain('member.joined')
  const person = await started.member()
  expect((await person.call('GET', url)).statusCode).toBe(403)
})
