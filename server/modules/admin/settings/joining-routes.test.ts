import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'

import type { Joining, Settings } from '#shared/community/settings.ts'
import type { OwnProfile } from '#shared/people/members.ts'
import type { Session } from '#shared/accounts/sessions.ts'
import { communitySettings } from '#server/modules/community/settings/collection.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { startTestApp } from '#server/testing/app.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'

const ADMIN = `${randomUUID()}@guildhall.test`

const started = await startTestApp({ liftRateLimits: true, env: { ADMIN_EMAILS: ADMIN } })
const admin = await started.member({ email: ADMIN })
beforeEach(() => started.store.transact(async (tx) => tx.delete(communitySettings, 'joining')))
afterAll(() => started.close())

const URL = '/api/admin/settings/joining'
const current = async () => (await admin.call('GET', URL)).json<Settings<'joining'>>()
const save = (value: Joining, version: number, by = admin) =>
  by.call('PUT', URL, { body: value, headers: { 'if-match': `"${version}"` } })

const APPROVAL: Joining = { policy: 'approval', access: 'anyone', domains: [], friends: true }
const DOMAINS: Joining = { policy: 'open', access: 'domains', domains: ['example.org'], friends: true }

test('anyone can join until an admin decides otherwise', async () => {
  expect(await current()).toEqual({
    version: 0,
    value: { policy: 'open', access: 'anyone', domains: [], friends: true },
  })
})

test('a person waits for approval, completes the profile, and gets access once an admin approves', async () => {
  expect((await save(APPROVAL, 0)).json()).toEqual({ version: 1, value: APPROVAL })
  const person = await started.member()
  expect((await person.call('GET', '/api/events')).json()).toMatchObject({ code: 'member_pending' })
  const where = { action: 'member.joined', target: person.uid }
  const joined = await started.store.find(auditEntries, { where, orderBy: 'at', direction: 'desc', limit: 1 })
  expect(joined.items).toMatchObject([{ after: { role: 'member', status: 'pending' } }])
  const { version } = (await person.call('GET', '/api/me')).json<OwnProfile>()
  const saved = await person.call('PUT', '/api/me', {
    body: profileEdit,
    headers: { 'if-match': `"${version}"` },
  })
  expect(saved.statusCode).toBe(200)
  expect((await person.call('POST', '/api/me/onboarded')).statusCode).toBe(200)

  await started.services.notifications.notifications.idle()
  const { items } = (await admin.call('GET', '/api/notifications')).json<{ items: object[] }>()
  expect(items).toMatchObject([
    { topic: 'memberAwaitsApproval', subject: { kind: 'applicant', id: person.uid } },
  ])
  const overview = (await admin.call('GET', '/api/admin/overview')).json()
  expect(overview).toMatchObject({ members: { pending: 1 } })
  expect((await admin.call('GET', '/api/admin/tasks')).json()).toMatchObject({ approvals: 1 })

  const latest = (await person.call('GET', '/api/me')).json<OwnProfile>().version
  const approved = await admin.call('POST', `/api/admin/members/${person.uid}/approval`, {
    body: {},
    headers: { 'if-match': `"${latest}"` },
  })
  expect(approved.json()).toMatchObject({ status: 'active' })
  expect((await person.call('GET', '/api/events')).statusCode).toBe(200)
})

test('admins named in the configuration, and earlier members, need no approval', async () => {
  const member = await started.member()
  await save(APPROVAL, 0)
  expect((await member.call('GET', '/api/events')).statusCode).toBe(200)
})

test('a person without an allowed email domain is not a member, and can join within seconds of a change', async () => {
  await save(DOMAINS, 0)
  const inside = await started.member({ email: `${randomUUID()}@example.org` })
  expect((await inside.call('GET', '/api/events')).statusCode).toBe(200)

  const outside = await started.member()
  const session = (await outside.call('GET', '/api/session')).json<Session>()
  expect(session).toMatchObject({ user: { member: { status: 'uninvited', onboarded: false } } })
  for (const [method, url] of [
    ['GET', '/api/events'],
    ['GET', '/api/me'],
    ['POST', '/api/me/onboarded'],
    ['POST', '/api/account/export'],
  ] as const)
    expect((await outside.call(method, url)).json()).toMatchObject({ code: 'member_uninvited' })
  const found = (await admin.call('GET', `/api/admin/members?q=${outside.email}`)).json()
  expect(found).toMatchObject({ total: 0 })

  await save({ ...DOMAINS, domains: ['example.org', 'guildhall.test'], friends: true }, 1)
  started.advance(2_001)
  expect((await outside.call('GET', '/api/events')).statusCode).toBe(200)
})

test('two admins do not overwrite each other, and a repeated request changes nothing', async () => {
  const changes = async () => (await admin.call('GET', `${URL}/changes`)).json<{ items: object[] }>().items
  const before = await changes()
  await save(APPROVAL, 0)
  expect((await save(APPROVAL, 0)).json()).toMatchObject({ version: 1 })
  expect((await save(DOMAINS, 0)).json()).toMatchObject({ status: 412, code: 'stale_version' })
  const after = await changes()
  expect(after).toHaveLength(before.length + 1)
  expect(after[0]).toMatchObject({ actor: admin.uid, after: APPROVAL })
})

test.each([
  [{ ...DOMAINS, domains: [], friends: true }, 'domains'],
  [{ ...DOMAINS, domains: ['@example.org'], friends: true }, 'domains.0'],
  [{ ...DOMAINS, domains: ['EXAMPLE.org'], friends: true }, 'domains.0'],
  [{ ...DOMAINS, domains: ['localhost'], friends: true }, 'domains.0'],
  [{ ...DOMAINS, domains: ['a.example.org/', 'b.example.org'], friends: true }, 'domains.0'],
])('%o is refused for its field', async (value, field) => {
  const answer = await save(value, 0)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ fields: { [field]: expect.any(String) } })
})

test('members cannot read or change the join policy', async () => {
  const member = await started.member()
  expect((await member.call('GET', URL)).json()).toMatchObject({ code: 'role_required' })
  expect((await save(APPROVAL, 0, member)).json()).toMatchObject({ code: 'role_required' })
})
