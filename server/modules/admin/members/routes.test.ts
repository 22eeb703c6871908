import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'

import type { BatchResult } from '#shared/accounts/memberships.ts'
import type { AuditPage } from '#shared/admin/audit.ts'
import { SESSION } from '#shared/accounts/session-limits.ts'
import type { Problem } from '#shared/lib/problem.ts'
import type { MemberStatus } from '#shared/people/profile.ts'
import type { MemberRole } from '#shared/people/roles.ts'
import { MINUTE } from '#shared/lib/durations.ts'
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

const documentOf = async ({ uid }: Person) => (await started.store.get(members, uid))!

async function act(actor: Person, target: Person, name: string, body: object = {}, version?: number) {
  const latest = version ?? (await documentOf(target)).version
  return actor.call('POST', `/api/admin/members/${target.uid}/${name}`, {
    body,
    headers: { 'if-match': `"${latest}"` },
  })
}

const historyOf = async ({ uid }: Person) =>
  (await admin.call('GET', `/api/admin/members/${uid}/history`)).json<AuditPage>().items

describe('an action', () => {
  test('an action takes effect with the member’s next request, and is in the history with its reason', async () => {
    const person = await newPerson()
    expect((await person.call('GET', '/api/events')).statusCode).toBe(200)
    const until = new Date(started.clock() + MINUTE).toISOString()
    const answer = await act(admin, person, 'suspension', { reason: ' Spam ', until })
    expect(answer.json()).toMatchObject({ status: 'suspended', statusReason: 'Spam', suspendedUntil: until })

    expect((await person.call('GET', '/api/events')).json()).toMatchObject({ code: 'member_suspended' })
    expect((await person.call('GET', '/api/me')).json()).toMatchObject({ statusReason: 'Spam' })
    expect((await historyOf(person))[0]).toMatchObject({
      action: 'member.suspended',
      actor: admin.uid,
      reason: 'Spam',
    })
  })

  test('an action repeated after a lost response succeeds, and is recorded once', async () => {
    const person = await newPerson({ status: 'pending' })
    const { version } = await documentOf(person)
    const answers = [
      await act(admin, person, 'approval', {}, version),
      await act(admin, person, 'approval', {}, version),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const approvals = (await historyOf(person)).filter(({ action }) => action === 'member.approved')
    expect(approvals).toHaveLength(1)
  })

  test('an action based on an older version is refused', async () => {
    const person = await newPerson({ status: 'pending' })
    const { version } = await documentOf(person)
    const stale = await act(admin, person, 'approval', {}, version - 1)
    expect(stale.json()).toMatchObject({ status: 412, code: 'stale_version' })
    expect((await documentOf(person)).status).toBe('pending')
  })

  test('an action on a deleted account is refused with that reason', async () => {
    const person = await newPerson({ status: 'former' })
    expect((await act(admin, person, 'approval')).json()).toMatchObject({
      code: 'member_former',
      title: 'This account has been deleted.',
    })
  })
})

test('the person who is approved is notified, with the note', async () => {
  const person = await newPerson({ status: 'pending' })
  await act(admin, person, 'approval', { note: 'Welcome to the guild.' })
  await started.services.notifications.notifications.idle()
  const { items } = (await person.call('GET', '/api/notifications')).json<{ items: { text: string }[] }>()
  expect(items.map(({ text }) => text)).toEqual(['Your membership is approved. Welcome to the guild.'])
})

test.each([
  ['an offset', '2099-01-01T01:30:00+05:00', '2098-12-31T20:30:00.000Z'],
  ['a leap second', '2098-12-31T23:59:60Z', '2098-12-31T23:59:59.000Z'],
])('the end of a suspension with %s is stored as the instant that it means', async (_, until, kept) => {
  const person = await newPerson()
  expect((await act(admin, person, 'suspension', { reason: 'Spam', until })).json()).toMatchObject({
    suspendedUntil: kept,
  })
})

test('a suspension ends on its day, exactly once on two replicas', async () => {
  const person = await newPerson()
  const until = new Date(started.clock() + MINUTE).toISOString()
  await act(admin, person, 'suspension', { reason: 'Spam', until })
  await started.services.people.membership.endDueSuspensions()
  expect((await documentOf(person)).status).toBe('suspended')

  started.advance(61_000)
  await Promise.all([1, 2].map(() => started.services.people.membership.endDueSuspensions()))
  const { status, ...rest } = await documentOf(person)
  expect(status).toBe('active')
  expect(rest).not.toHaveProperty('suspendedUntil')
  const ends = (await historyOf(person)).filter(({ action }) => action === 'member.suspension_ended')
  expect(ends).toHaveLength(1)
})

describe('admins', () => {
  test('two admins who suspend each other at once do not both succeed', async () => {
    const [one, other] = [await newPerson({ role: 'admin' }), await newPerson({ role: 'admin' })]
    const answers = await Promise.all([
      act(one, other, 'suspension', { reason: 'Spam' }),
      act(other, one, 'role', { role: 'member' }),
    ])
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 403]))
    const left = [await documentOf(one), await documentOf(other)].filter(
      ({ role, status }) => role === 'admin' && status === 'active',
    )
    expect(left).toHaveLength(1)
  })

  test('admins lose access with the next request, without a new sign-in', async () => {
    const person = await newPerson({ role: 'admin' })
    expect((await person.call('GET', '/api/admin/overview')).statusCode).toBe(200)
    await act(admin, person, 'role', { role: 'organiser' })
    expect((await person.call('GET', '/api/admin/overview')).json()).toMatchObject({ code: 'role_required' })
  })

  test('the last admin cannot delete their account', async () => {
    const alone = await startTestApp({ env: { ADMIN_EMAILS: `${randomUUID()}@guildhall.test` } })
    const last = await alone.member({ email: [...alone.config.adminEmails][0]! })
    const refusal = await last.call('POST', '/api/account/deletion')
    await alone.close()
    expect(refusal.json()).toMatchObject({ status: 409, code: 'last_admin' })
  })

  test('admins sign a member out on every device', async () => {
    const person = await newPerson()
    expect((await person.call('GET', '/api/me')).statusCode).toBe(200)
    const answer = await admin.call('POST', `/api/admin/members/${person.uid}/sign-out`)
    expect(answer.statusCode).toBe(204)
    expect((await person.call('GET', '/api/me')).statusCode).toBe(401)
  })
})

describe('several members at once', () => {
  test('each member of a batch gets the outcome of the preview, or the reason for a refusal', async () => {
    const [waiting, suspended, gone] = [
      await newPerson({ status: 'pending', displayName: 'Wanda Waiting' }),
      await newPerson({ status: 'suspended' }),
      await newPerson({ status: 'former' }),
    ]
    const chosen = await Promise.all(
      [waiting, suspended, gone].map(async (person) => ({
        id: person.uid,
        version: (await documentOf(person)).version,
      })),
    )
    const batch = async (preview: boolean) =>
      (
        await admin.call('POST', '/api/admin/members/batch', {
          body: { action: { kind: 'approve' }, members: chosen, preview },
        })
      ).json<BatchResult>()
    const outcomes = ({ items }: BatchResult) => items.map(({ outcome, code }) => code ?? outcome)

    const preview = await batch(true)
    expect(outcomes(preview)).toEqual(['done', 'not_awaiting_approval', 'member_former'])
    expect(preview.items[0]?.displayName).toBe('Wanda Waiting')
    expect((await documentOf(waiting)).status).toBe('pending')

    expect(await batch(false)).toEqual(preview)
    expect((await documentOf(waiting)).status).toBe('active')
    expect(outcomes(await batch(false))).toEqual(['unchanged', 'not_awaiting_approval', 'member_former'])
  })

  test('a batch has at most 200 members', async () => {
    const many = Array.from({ length: 201 }, (_, at) => ({ id: `member-${at}`, version: 1 }))
    const answer = await admin.call('POST', '/api/admin/members/batch', {
      body: { action: { kind: 'restore' }, members: many, preview: true },
    })
    expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_input' })
  })
})

test('changing a role and exporting addresses need a recent sign-in, and other actions do not', async () => {
  const grace = await newPerson({ status: 'pending' })
  const { version } = await documentOf(grace)
  const batch = (kind: 'approve' | 'changeRole') =>
    admin.call('POST', '/api/admin/members/batch', {
      body: {
        action: { kind, role: kind === 'changeRole' ? 'admin' : undefined },
        members: [{ id: grace.uid, version }],
        preview: true,
      },
    })
  const codes = async () =>
    (
      await Promise.all([
        admin.call('GET', '/api/admin/members/export.csv'),
        batch('changeRole'),
        act(admin, grace, 'role', { role: 'admin' }),
        batch('approve'),
      ])
    ).map(({ statusCode, body }) => (statusCode === 403 ? (JSON.parse(body) as Problem).code : statusCode))
  started.advance(SESSION.recentSignIn + 1)
  const refused = 'reauth_required'
  expect(await codes()).toEqual([refused, refused, refused, 200])
  expect((await documentOf(grace)).role).toBe('member')
})
