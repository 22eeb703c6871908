import { randomUUID } from 'node:crypto'

import { afterAll, describe, expect, test } from 'vitest'

import type { AdminMember, AdminMemberPage } from '#shared/admin/members.ts'
import type { AuditPage } from '#shared/admin/audit.ts'
import type { MemberStatus } from '#shared/people/profile.ts'
import type { MemberRole } from '#shared/people/roles.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

type Person = Awaited<ReturnType<TestApp['member']>>
const ADMIN = `${randomUUID()}@guildhall.test`

const started = await startTestApp({ liftRateLimits: true, env: { ADMIN_EMAILS: ADMIN } })
const admin = await started.member({ email: ADMIN })
afterAll(() => started.close())

/** Creates a person without an admin's session. */
async function newPerson(given: { role?: MemberRole; status?: MemberStatus; displayName?: string } = {}) {
  const person = await started.member()
  await started.store.transact(async (tx) => {
    const member = await tx.get(members, person.uid)
    if (member) tx.put(members, { ...member, ...given, version: member.version + 1 })
  })
  started.services.accounts.sessions.evict(person.uid)
  return person
}

const historyOf = async ({ uid }: Person) =>
  (await admin.call('GET', `/api/admin/members/${uid}/history`)).json<AuditPage>().items

describe('the list', () => {
  const list = async (query: string) =>
    (await admin.call('GET', `/api/admin/members?${query}`)).json<AdminMemberPage>()

  test('the list finds members by name, email and filters, and counts them', async () => {
    const mark = randomUUID().slice(0, 8)
    const person = await newPerson({ displayName: `Zoë ${mark} Åberg`, role: 'organiser' })
    await newPerson({ displayName: `Other ${mark}` })
    const found = async (query: string) => (await list(query)).items.map(({ id }) => id)

    expect((await list(`q=${mark}`)).total).toBe(2)
    expect(await found(`q=${mark} zoe`)).toEqual([person.uid])
    expect(await found(`q=${mark}&role=organiser`)).toEqual([person.uid])
    expect(await found(`q=${person.email}`)).toEqual([person.uid])
    expect(await found(`q=${mark}&status=suspended`)).toEqual([])
    expect(await found(`q=${mark}&never=connected&tier=Member&role=organiser`)).toEqual([person.uid])
    expect(await found(`q=${mark}&tier=Gold`)).toEqual([])
    expect(await found(`q=${mark}&joinedTo=2020-01-01`)).toEqual([])
    expect((await list(`q=${mark}&sort=name`)).items[0]?.displayName).toMatch(/^Other/)
  })

  test('the list contains recent activity', async () => {
    const person = await newPerson()
    await expect
      .poll(async () => (await list(`q=${person.email}&active=last7`)).items[0])
      .toMatchObject({ id: person.uid, activeOn: new Date(started.clock()).toISOString().slice(0, 10) })
    expect((await list(`q=${person.email}&active=never`)).total).toBe(0)
  })

  test('the list refuses a cursor of another list', async () => {
    const answer = await admin.call('GET', '/api/admin/members?cursor=bm9uc2Vuc2U')
    expect(answer.json()).toMatchObject({ status: 400 })
  })

  test('the list is downloaded as CSV without formulas, which is audited', async () => {
    const mark = randomUUID().slice(0, 8)
    await newPerson({ displayName: `=HYPERLINK("evil") ${mark}` })
    const answer = await admin.call('GET', `/api/admin/members/export.csv?q=${mark}`)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.body.startsWith('\ufeffName,Email,Role,Status')).toBe(true)
    expect(answer.body).toContain(`"'=HYPERLINK(""evil"") ${mark}"`)
    const log = (await admin.call('GET', '/api/admin/audit')).json<AuditPage>().items
    expect(log[0]).toMatchObject({ action: 'members.exported', actor: admin.uid })
  })
})

test('an admin’s look at an account is recorded once per visit, and in the member’s own data', async () => {
  const person = await newPerson({ displayName: 'Vera Viewed' })
  const look = async () =>
    (await admin.call('GET', `/api/admin/members/${person.uid}`)).json<
      AdminMember & Record<string, unknown>
    >()
  const seen = await look()
  await look()
  expect(seen).toMatchObject({ displayName: 'Vera Viewed', sessions: 1, actions: ['suspend', 'changeRole'] })
  for (const secret of ['phone', 'bio', 'goals', 'asks', 'links']) expect(seen).not.toHaveProperty(secret)
  const views = (await historyOf(person)).filter(({ action }) => action === 'member.viewed_by_admin')
  expect(views).toHaveLength(1)

  const own = (await person.call('POST', '/api/account/export')).json<{ auditLog: { action: string }[] }>()
  expect(own.auditLog.map(({ action }) => action)).toContain('member.viewed_by_admin')
  expect((await person.call('GET', '/api/account/admin-views')).json()).toEqual({
    items: [{ of: 'account', at: expect.any(String) }],
  })
})
