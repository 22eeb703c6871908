import { afterAll, describe, expect, test } from 'vitest'

import { FRIENDS_PER_DAY } from '#shared/accounts/invitation-rules.ts'
import type { InvitationPage } from '#shared/accounts/invitations.ts'
import { type Joining, DEFAULT_SETTINGS } from '#shared/community/settings.ts'
import type { Dashboard } from '#shared/dashboard/schema.ts'
import { DAY } from '#shared/lib/durations.ts'
import { allOf } from '#server/store/all-of.ts'
import { chapterMemberships } from '#server/modules/chapters/memberships/collection.ts'
import { membershipId } from '#server/modules/chapters/memberships/status.ts'
import { emails } from '#server/modules/notifications/emails/collection.ts'
import { chapterDocument, putChapter } from '#server/testing/fixtures/chapters.ts'
import { type EmailFixture, startEmailFixture } from '#server/testing/fixtures/email-fixture.ts'
import { INVITATIONS, newAddress } from '#server/testing/fixtures/invitation-fixture.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'

import { invitations } from './collection.ts'
import { invitationId } from './tokens.ts'

const fixture = await startEmailFixture()
afterAll(() => fixture.close())

type Person = Awaited<ReturnType<EmailFixture['member']>>

const invite = (by: Person, email: string) => by.call('POST', '/api/invitations', { body: { email } })
const stored = (email: string) => fixture.store.get(invitations, invitationId(email))

/** Number of emails that wait to be sent. */
const queuedTo = async (email: string) =>
  (await allOf(fixture.store, emails, {})).filter(({ member }) => member === invitationId(email)).length

async function withSettings(change: Partial<Joining>, work: () => Promise<void>) {
  const url = '/api/admin/settings/joining'
  const save = async (body: Joining) => {
    const { version } = (await fixture.admin.call('GET', url)).json<{ version: number }>()
    const headers = { 'if-match': `"${version}"` }
    expect((await fixture.admin.call('PUT', url, { body, headers })).statusCode).toBe(200)
  }
  await save({ ...DEFAULT_SETTINGS.joining, ...change })
  await work()
  await save(DEFAULT_SETTINGS.joining)
}

const statusOf = async ({ call }: Person) => (await call('GET', '/api/me')).json<{ status: string }>().status

test('repeated invitations of a friend send one email, and admins see who invited whom', async () => {
  const ada = await fixture.member()
  const email = newAddress()
  for (const address of [email, ` ${email.toUpperCase()}`]) {
    const answer = await invite(ada, address)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
  }
  expect(await queuedTo(email)).toBe(1)
  const list = (await fixture.admin.call('GET', `${INVITATIONS}?q=${email}`)).json<InvitationPage>()
  expect(list.items).toMatchObject([{ email, state: 'open', sentByName: expect.any(String) }])
  expect((await stored(email))?.sentBy).toBe(ada.uid)
  const audit = (await fixture.admin.call('GET', '/api/admin/audit')).json<{ items: { action: string }[] }>()
  expect(audit.items.filter(({ action }) => action === 'invitation.friend_invited')).toHaveLength(1)
  const { firstSteps } = (await ada.call('GET', '/api/dashboard')).json<Dashboard>()
  expect(firstSteps).toMatchObject({ friend: true })
})

test('an invitation does not reveal whether a person is a member, suspended, invited or has blocked the sender', async () => {
  const ada = await fixture.member()
  const [member, suspended, blocker] = [
    await fixture.member(),
    await fixture.member(),
    await fixture.member(),
  ]
  await setStatus(fixture.store, suspended.uid, 'suspended')
  await blocker.call('PUT', `/api/blocks/${ada.uid}`)
  const [revoked, open] = [newAddress(), newAddress()]
  await fixture.admin.call('POST', `${INVITATIONS}/import`, {
    body: { rows: [{ email: revoked }, { email: open }], preview: false },
  })
  const { id, version } = (await stored(revoked))!
  const headers = { 'if-match': `"${version}"` }
  await fixture.admin.call('POST', `${INVITATIONS}/${id}/revocation`, { headers })
  const before = [await stored(revoked), await stored(open)]

  const addresses = [member, suspended, blocker].map(({ email }) => email)
  const answers = new Set<string>()
  for (const email of [newAddress(), ...addresses, revoked, open]) {
    const { statusCode, body } = await invite(ada, email)
    answers.add(JSON.stringify([statusCode, body]))
  }
  expect([...answers]).toEqual([JSON.stringify([204, ''])])
  for (const email of addresses) {
    expect(await stored(email)).toBeUndefined()
    expect(await queuedTo(email)).toBe(0)
  }
  expect([await stored(revoked), await stored(open)]).toEqual(before)
})

test('a member can invite ten addresses a day, including those of members', async () => {
  const ada = await fixture.member()
  const known = await fixture.member()
  await invite(ada, known.email)
  for (let count = 1; count < FRIENDS_PER_DAY; count += 1)
    expect((await invite(ada, newAddress())).statusCode).toBe(204)
  const refused = await invite(ada, newAddress())
  expect(refused.json()).toMatchObject({ status: 429, code: 'rate_limited' })
  expect((await invite(ada, known.email)).statusCode).toBe(204)
})

test('two clicks at once send one invitation', async () => {
  const ada = await fixture.member()
  const email = newAddress()
  await Promise.all([invite(ada, email), invite(ada, email)])
  expect(await queuedTo(email)).toBe(1)
})

test.for(['', 'ada', 'ada@', 'a@b@c.de'])(
  'an invitation to %j is refused as an invalid address',
  async (email) => {
    const answer = await invite(await fixture.member(), email)
    expect(answer.json()).toMatchObject({ status: 400, fields: { email: expect.any(String) } })
  },
)

describe('the join policy', () => {
  test.for([
    [{}, 'active'],
    [{ policy: 'approval' }, 'pending'],
    [{ access: 'invited' }, 'pending'],
    [{ access: 'domains', domains: ['example.org'] }, 'pending'],
  ] as const)('a friend joins under %j as %s', async ([settings, status]) => {
    const ada = await fixture.member()
    const domains = 'domains' in settings ? [...settings.domains] : []
    await withSettings({ ...settings, domains }, async () => {
      const email = newAddress()
      await invite(ada, email)
      expect(await statusOf(await fixture.member({ email }))).toBe(status)
    })
  })

  test('an admin’s invitation after a friend’s needs no approval', async () => {
    const ada = await fixture.member()
    await withSettings({ policy: 'approval' }, async () => {
      const email = newAddress()
      await invite(ada, email)
      await fixture.admin.call('POST', `${INVITATIONS}/import`, {
        body: { rows: [{ email }], preview: false },
      })
      expect(await statusOf(await fixture.member({ email }))).toBe('active')
    })
  })

  test('admins can switch invitations by members off', async () => {
    await withSettings({ friends: false }, async () => {
      const ada = await fixture.member()
      const email = newAddress()
      expect((await invite(ada, email)).json()).toMatchObject({ status: 403, code: 'friends_not_invited' })
      expect(await stored(email)).toBeUndefined()
      const { firstSteps } = (await ada.call('GET', '/api/dashboard')).json<Dashboard>()
      expect(firstSteps).not.toHaveProperty('friend')
    })
  })
})

test('a friend can be invited again once the invitation has expired', async () => {
  const [ada, grace] = [await fixture.member(), await fixture.member()]
  const email = newAddress()
  await invite(ada, email)
  const first = (await stored(email))!
  await fixture.store.transact(async (tx) =>
    tx.put(invitations, { ...first, expiresAt: new Date(fixture.clock() - DAY).toISOString() }),
  )
  await invite(grace, email)
  expect(await stored(email)).toMatchObject({ sentBy: grace.uid, ofFriend: true, state: 'open' })
})

test('a friend’s invitation does not renew an expired place in a chapter', async () => {
  await fixture.store.transact(async (tx) => putChapter(tx, chapterDocument('one', { joinRule: 'invited' })))
  const email = newAddress()
  await fixture.admin.call('POST', `${INVITATIONS}/import`, {
    body: { rows: [{ email }], preview: false },
  })
  const expired = { ...(await stored(email))!, expiresAt: new Date(fixture.clock() - DAY).toISOString() }
  await fixture.store.transact(async (tx) =>
    tx.put(invitations, { ...expired, chapter: 'one', leads: 'one' }),
  )
  await invite(await fixture.member(), email)
  const { uid } = await fixture.member({ email })
  expect(await stored(email)).toMatchObject({ state: 'accepted', acceptedBy: uid })
  expect(await fixture.store.get(chapterMemberships, membershipId('one', uid))).toBeUndefined()
})

test('a friend’s email names the sender, and promises nothing about approval', async () => {
  const ada = await fixture.member()
  const email = newAddress()
  await invite(ada, email)
  const [mail] = await fixture.sent({ email })
  expect(mail?.parsed.subject).toContain('invites you to Guildhall')
  expect(mail?.parsed.text).toContain('#invitation=')
  expect(mail?.parsed.text).not.toContain('approval')
})
