import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import type { AdminTasks } from '#shared/admin/overview.ts'
import { INVITATION_LIFETIME } from '#shared/accounts/invitation-rules.ts'
import { invitationFixture, newAddress, type Person } from '#server/testing/fixtures/invitation-fixture.ts'

const fixture = invitationFixture()
const { stored, tokenOf, open, outcomes, list, audited, act, invite, age, withStatus } = fixture

describe('an invited person', () => {
  test('an invited person becomes a member at the first sign-in, with prefilled fields', async () => {
    const email = await invite({ displayName: 'Ada Lovelace', company: 'Engines' })
    const token = await tokenOf(email)
    const person = await fixture.app().member({ email })
    expect((await person.call('GET', '/api/events')).statusCode).toBe(200)
    expect((await person.call('GET', '/api/invitations/imported-profile')).json()).toEqual({
      displayName: 'Ada Lovelace',
      company: 'Engines',
    })
    expect((await person.call('GET', '/api/me')).json()).toMatchObject({ displayName: '' })
    expect(await open(token)).toEqual({ state: 'accepted' })
    expect(await stored(email)).toMatchObject({ state: 'accepted', acceptedBy: person.uid })
    expect((await act(email, 'revocation')).json()).toMatchObject({ code: 'invitation_accepted' })
    expect((await act(email, 'resend')).json()).toMatchObject({ code: 'invitation_accepted' })
    expect(await outcomes([{ email }])).toEqual(['member'])
  })

  test('an invited person who signs in on two devices at once uses the invitation once', async () => {
    const email = await invite()
    const { uid } = await fixture.app().emulator.createUser({
      email,
      password: 'correct horse',
      emailVerified: true,
    })
    const accept = () => fixture.app().services.accounts.admission.admit({ uid, email })
    const memberships = await Promise.all([accept(), accept(), accept()])
    expect(memberships.map(({ status }) => status)).toEqual(['active', 'active', 'active'])
    const { version, acceptedBy } = await stored(email)
    expect({ version, acceptedBy }).toEqual({ version: 2, acceptedBy: uid })
    const accepted = (await audited()).filter(
      ({ action, actor }) => action === 'invitation.accepted' && actor === uid,
    )
    expect(accepted).toHaveLength(1)
  })

  test.each([
    { policy: 'approval', access: 'anyone', domains: [], friends: true },
    { policy: 'open', access: 'invited', domains: [], friends: true },
    { policy: 'approval', access: 'domains', domains: ['example.org'], friends: true },
  ])('an invited person joins without approval or permission with %o, unlike others', async (settings) => {
    const url = '/api/admin/settings/joining'
    const { version, value } = (await fixture.admin().call('GET', url)).json()
    const save = (body: object, from: number) =>
      fixture.admin().call('PUT', url, { body, headers: { 'if-match': `"${from}"` } })
    expect((await save(settings, version)).statusCode).toBe(200)
    const [email, revoked] = [await invite(), await invite()]
    await act(revoked, 'revocation')
    const [person, late, other] = [
      await fixture.app().member({ email }),
      await fixture.app().member({ email: revoked }),
      await fixture.app().member(),
    ]
    expect((await person.call('GET', '/api/events')).statusCode).toBe(200)
    for (const someone of [late, other])
      expect((await someone.call('GET', '/api/events')).json()).toMatchObject({
        code: expect.stringMatching(/^member_(pending|uninvited)$/),
      })
    await save(value, version + 1)
  })

  test('an invitation shows whether the join policy requires approval for another address', async () => {
    const url = '/api/admin/settings/joining'
    const token = await tokenOf(await invite())
    const { version, value } = (await fixture.admin().call('GET', url)).json()
    const save = (body: object, from: number) =>
      fixture.admin().call('PUT', url, { body, headers: { 'if-match': `"${from}"` } })
    expect(await open(token)).toMatchObject({ otherAddresses: 'open' })
    await save({ ...value, policy: 'approval' }, version)
    expect(await open(token)).toMatchObject({ otherAddresses: 'approval' })
    await save(value, version + 1)
  })

  test('an invited person gets no fields after revocation, and others never do', async () => {
    const email = await invite({ displayName: 'Ada' })
    await act(email, 'revocation')
    const [person, other] = [await fixture.app().member({ email }), await fixture.app().member()]
    for (const someone of [person, other])
      expect((await someone.call('GET', '/api/invitations/imported-profile')).json()).toEqual({})
  })

  test('an invited person finds the invitation in their data, and it is deleted with the account', async () => {
    const email = await invite({ displayName: 'Ada' })
    const person = await fixture.app().member({ email })
    const parts = await Array.fromAsync(fixture.app().services.accounts.invitations.exportOf(person.uid))
    expect(parts).toMatchObject([{ email, state: 'accepted', profile: { displayName: 'Ada' } }])
    await fixture.app().services.accounts.invitations.forget(person.uid)
    expect(await stored(email)).toBeUndefined()
  })
})

describe('someone with another address', () => {
  const ask = async (person: Person, token: string) =>
    person.call('POST', '/api/invitations/approval-request', { body: { token } })
  const decide = (email: string, person: Person, grant: boolean, version?: number) =>
    act(email, 'approval', { body: { memberId: person.uid, grant }, version: version || undefined })

  test('a person with another address becomes a member once an admin approves the request', async () => {
    const email = await invite({ displayName: 'Ada' })
    const person = await withStatus(await fixture.app().member(), 'pending')
    const token = await tokenOf(email)
    const asked = [await ask(person, token), await ask(person, token)]
    expect(asked.map((answer) => answer.json())).toMatchObject([
      { approval: 'waiting' },
      { approval: 'waiting' },
    ])
    const [waiting] = (await list('state=approval')).items.filter((item) => item.email === email)
    await fixture.app().services.notifications.notifications.idle()
    const notified = await fixture.admin().call('GET', '/api/notifications')
    const sent = notified.json<{ items: { topic: string; subject: { id: string } }[] }>().items
    expect(
      sent.filter(({ topic, subject }) => topic === 'consentRequested' && subject.id === waiting?.id),
    ).toHaveLength(1)
    const tasks = (await fixture.admin().call('GET', '/api/admin/tasks')).json<AdminTasks>()
    expect(tasks.requests).toBeGreaterThan(0)
    expect(waiting).toMatchObject({
      request: { memberId: person.uid, email: person.email, approval: 'waiting' },
    })

    const { version } = await stored(email)
    const answers = [await decide(email, person, true, version), await decide(email, person, true, version)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await person.call('GET', '/api/events')).statusCode).toBe(200)
    expect((await person.call('GET', '/api/invitations/imported-profile')).json()).toEqual({
      displayName: 'Ada',
    })
    expect(await open(token)).toEqual({ state: 'accepted' })
  })

  test('a person with another address who is not yet a member is admitted only after approval', async () => {
    const [email, own] = [await invite(), newAddress()]
    const token = await tokenOf(email)
    const someone = { id: randomUUID(), email: own, sessionHash: 'hash' }
    await fixture.app().services.accounts.invitations.acceptance.requestApproval(someone, token)
    expect(await fixture.app().services.accounts.invitations.acceptance.isInvited(own)).toBe(false)
    await act(email, 'approval', { body: { memberId: someone.id, grant: true } })
    expect(await fixture.app().services.accounts.invitations.acceptance.isInvited(own)).toBe(true)
    expect(await fixture.app().services.accounts.invitations.acceptance.isInvited(newAddress())).toBe(false)
    const person = await fixture.app().member({ email: own })
    expect(await stored(email)).toMatchObject({ state: 'accepted', acceptedBy: person.uid })
  })

  test('a person with another address is refused by an admin, and another can then ask', async () => {
    const email = await invite()
    const [person, other] = [
      await withStatus(await fixture.app().member(), 'pending'),
      await withStatus(await fixture.app().member(), 'pending'),
    ]
    const token = await tokenOf(email)
    await ask(person, token)
    expect((await ask(other, token)).json()).toMatchObject({ code: 'already_requested' })
    await decide(email, person, false)
    expect((await person.call('GET', '/api/events')).json()).toMatchObject({ code: 'member_pending' })
    expect((await ask(person, token)).json()).toMatchObject({ approval: 'refused' })
    expect((await ask(other, token)).json()).toMatchObject({ approval: 'waiting' })
    expect((await decide(email, person, true)).json()).toMatchObject({ code: 'no_request' })
  })

  test('a person whose membership was declined is not readmitted by the invitation', async () => {
    const email = await invite()
    const person = await withStatus(await fixture.app().member(), 'declined')
    await ask(person, await tokenOf(email))
    expect((await decide(email, person, true)).json()).toMatchObject({ code: 'membership_decided' })
    expect((await person.call('GET', '/api/events')).json()).toMatchObject({ code: 'member_declined' })
  })

  test.each(['expired', 'revoked', 'accepted'] as const)(
    'a person with another address cannot ask once the invitation is %s',
    async (state) => {
      const email = await invite()
      const token = await tokenOf(email)
      if (state === 'expired') await age(email, INVITATION_LIFETIME)
      if (state === 'revoked') await act(email, 'revocation')
      if (state === 'accepted') await fixture.app().member({ email })
      expect((await ask(await fixture.app().member(), token)).json()).toMatchObject({
        code: `invitation_${state}`,
      })
    },
  )

  test('a person finds the request in their data, and leaves none behind when they delete the account', async () => {
    const email = await invite()
    const person = await fixture.app().member()
    await ask(person, await tokenOf(email))
    expect((await person.call('POST', '/api/account/export')).json()).toMatchObject({
      invitations: [{ state: 'open', request: { email: person.email, approval: 'waiting' } }],
    })
    await fixture.app().services.accounts.invitations.forget(person.uid)
    expect(await stored(email)).not.toHaveProperty('request')
  })
})
