import { describe, expect, test } from 'vitest'

import { INVITATION_LIFETIME } from '#shared/accounts/invitation-rules.ts'
import type { Invitation } from '#shared/accounts/invitations.ts'
import { INVITATIONS, invitationFixture } from '#server/testing/fixtures/invitation-fixture.ts'

import { invitationId } from './tokens.ts'

const fixture = invitationFixture()
const { stored, linkOf, tokenOf, open, audited, act, invite, age } = fixture

describe('a link', () => {
  test('a link has its token in the fragment, and stored data does not contain the token', async () => {
    const email = await invite()
    const url = await linkOf(email)
    expect(url).toMatch(/^https:\/\/guildhall\.test\/onboarding#invitation=[\w-]{22}$/)
    const [, token = ''] = url.split('=')
    expect(JSON.stringify(await stored(email))).not.toContain(token)
    expect(await open(token)).toMatchObject({ state: 'open', email })
    expect(JSON.stringify(fixture.app().logs())).not.toContain(token)
  })

  test('a link with another token opens nothing, and reveals nothing else', async () => {
    const token = await tokenOf(await invite())
    const guesses = [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      'A'.repeat(22),
      token.toUpperCase(),
    ]
    for (const guess of guesses.filter((other) => other !== token))
      expect(await open(guess)).toMatchObject({ status: 404, code: 'invitation_not_found' })
    expect(await open(token.slice(1))).toMatchObject({ status: 400 })
  })

  test('a link works for 14 days, and again once it is resent', async () => {
    const email = await invite()
    const token = await tokenOf(email)
    await age(email, INVITATION_LIFETIME)
    expect(await open(token)).toEqual({ state: 'expired' })
    expect(
      (await fixture.admin().call('POST', `${INVITATIONS}/${invitationId(email)}/link`)).json(),
    ).toMatchObject({
      code: 'no_link',
    })
    const { version } = await stored(email)
    const answers = [await act(email, 'resend', { version }), await act(email, 'resend', { version })]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(answers[1]!.json()).toEqual(answers[0]!.json())
    expect(await open(token)).toMatchObject({ state: 'open', email })
  })

  test('a revoked link stays invalid, even when the person is invited again', async () => {
    const email = await invite({ displayName: 'Ada' })
    const token = await tokenOf(email)
    const { version } = await stored(email)
    expect((await act(email, 'revocation', { version })).json<Invitation>()).toMatchObject({
      state: 'revoked',
    })
    expect((await act(email, 'revocation', { version })).statusCode).toBe(200)
    expect(await open(token)).toEqual({ state: 'revoked' })
    await act(email, 'resend')
    expect(await open(token)).toMatchObject({ status: 404 })
    expect(await open(await tokenOf(email))).toMatchObject({ state: 'open' })
  })

  test('an invitation that was revoked and sent again keeps the prepared profile fields', async () => {
    const profile = { displayName: 'Ada', company: 'Engines' }
    const email = await invite(profile)
    await act(email, 'revocation')
    await act(email, 'resend')
    expect((await stored(email)).profile).toEqual(profile)
  })

  test('a resend or revocation of a link is refused after someone else changed its invitation', async () => {
    const email = await invite()
    await act(email, 'resend')
    for (const name of ['revocation', 'resend'])
      expect((await act(email, name, { version: 7 })).json()).toMatchObject({ code: 'stale_version' })
  })

  test('links can be downloaded together, safe for spreadsheets', async () => {
    const email = await invite({ displayName: '=HYPERLINK("https://evil.example")' })
    const { body, headers } = await fixture.admin().call('GET', `${INVITATIONS}/links.csv`)
    expect(headers['content-disposition']).toContain('Invitation links.csv')
    const line = body.split('\r\n').find((text) => text.startsWith(email))
    expect(line).toContain(`${email},"'=HYPERLINK`)
    expect(line).toContain(await linkOf(email))
    expect((await audited()).some(({ action }) => action === 'invitations.links_downloaded')).toBe(true)
  })
})
