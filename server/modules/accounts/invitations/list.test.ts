import { describe, expect, test } from 'vitest'

import { INVITATION_KEPT, INVITATION_LIFETIME } from '#shared/accounts/invitation-rules.ts'
import { INVITATIONS, invitationFixture, newRows } from '#server/testing/fixtures/invitation-fixture.ts'

const fixture = invitationFixture()
const { importRows, stored, list, act, invite, age } = fixture

describe('the list', () => {
  test('the list is filtered by state and address', async () => {
    const [waiting, revoked, accepted] = [
      await invite({ displayName: 'Ada' }),
      await invite(),
      await invite(),
    ]
    const expired = await invite()
    await act(revoked, 'revocation')
    await age(expired, INVITATION_LIFETIME)
    await fixture.app().member({ email: accepted })
    const found = async (query: string) => (await list(query)).items.map(({ email }) => email)
    expect(await found(`q=${waiting.slice(0, 30).toUpperCase()}`)).toEqual([waiting])
    expect((await list('state=revoked')).items.every(({ state }) => state === 'revoked')).toBe(true)
    const old = await list('state=expired')
    expect(old.items.map(({ email }) => email)).toContain(expired)
    expect(old.items.every(({ state }) => state === 'expired')).toBe(true)
    expect((await list('state=accepted')).items.every(({ state }) => state === 'accepted')).toBe(true)
    const [first] = (await list(`q=${waiting}`)).items
    expect(first).toMatchObject({ displayName: 'Ada', state: 'open' })
    expect(first).not.toHaveProperty('tokenHash')
    await importRows(newRows(30))
    const page = await list('state=open')
    expect(page.items.every(({ state }) => state === 'open')).toBe(true)
    expect((await list(`state=open&cursor=${page.next}`)).items).not.toContainEqual(page.items[0])
  })

  test('the list keeps ended invitations for 90 days', async () => {
    const email = await invite()
    await act(email, 'revocation')
    await fixture.app().services.accounts.invitations.sender.deleteExpired()
    expect(await stored(email)).toBeDefined()
    await age(email, INVITATION_KEPT)
    await fixture.app().services.accounts.invitations.sender.deleteExpired()
    expect(await stored(email)).toBeUndefined()
  })
})

test('members and organisers cannot invite, and see no invitation', async () => {
  const member = await fixture.app().member()
  const { id } = await stored(await invite())
  for (const [method, url, body] of [
    ['GET', INVITATIONS, undefined],
    ['GET', `${INVITATIONS}/links.csv`, undefined],
    ['POST', `${INVITATIONS}/import`, { rows: [{ email: 'ada@example.org' }], preview: true }],
    ['POST', `${INVITATIONS}/${id}/link`, undefined],
  ] as const)
    expect((await member.call(method, url, { body })).json()).toMatchObject({ code: 'role_required' })
})
