import { beforeEach, expect, test } from 'vitest'

import { createSessionFixture } from '#server/testing/fixtures/session-fixture.ts'
import { createSigningKey, signRs256 } from '#server/testing/stand-ins/tokens.ts'

import { sessionHashOf, sessionIdOf } from './collection.ts'

const fixture = await createSessionFixture()
let uid = ''

beforeEach(() => {
  uid = fixture.newAccount()
  fixture.denials.length = 0
})

const disable = () => void fixture.google.accounts.set(uid, { localId: uid, disabled: true })
const revoke = () => void (fixture.google.accounts.get(uid)!.validSince = String(fixture.seconds() + 1))

test.for<[string, string, (cookie: string) => unknown]>([
  ['has signed out of', 'session_ended', (cookie) => fixture.post('/api/session/logout', cookie)],
  ['has renewed', 'session_replaced', (cookie) => fixture.signIn(uid, cookie)],
  ['has had disabled', 'account_disabled', disable],
  ['has had revoked', 'session_revoked', revoke],
  ['has had deleted', 'account_not_found', () => fixture.google.accounts.delete(uid)],
])('replaying a session that a member %s is logged and stored with its owner', async ([, reason, end]) => {
  const cookie = await fixture.signIn(uid)
  await end(cookie)
  fixture.pass(30_000)

  for (const url of ['/member', '/api/session']) await fixture.get(url, cookie)

  const denial = {
    action: 'session.denied',
    actor: uid,
    reason,
    target: 'GET /member',
    sessionHash: sessionHashOf(sessionIdOf(cookie)),
  }
  expect(fixture.denials).toMatchObject([
    denial,
    { ...denial, target: expect.stringMatching('/api/session') },
  ])
  await expect.poll(() => fixture.audited()).toContainEqual(expect.objectContaining(denial))
})

test('replaying a forged session is logged without a person, and not stored', async () => {
  await fixture.get('/member', signRs256(fixture.google.cookieClaims({ sub: uid }), createSigningKey()))

  expect(fixture.denials).toMatchObject([{ actor: null, reason: 'session_invalid' }])
  expect((await fixture.audited()).map(({ reason }) => reason)).not.toContain('session_invalid')
})
