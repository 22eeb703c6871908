import { expect, test } from 'vitest'

import { outage } from '#server/testing/stand-ins/google-stand-in.ts'
import { createSessionFixture } from '#server/testing/fixtures/session-fixture.ts'

const fixture = await createSessionFixture()

const post = (url: string, payload: object) => fixture.app.inject({ method: 'POST', url, payload })
const check = (token: string) => post('/api/session/verification', { token })
const verified = async (token: string) => (await check(token)).json<{ verified: boolean }>().verified

async function tokenOf(uid: string) {
  fixture.account(uid, { verified: false })
  const answer = await post('/api/session/verification-token', { idToken: fixture.idToken(uid) })
  return answer.json<{ token: string }>().token
}

test('a link shows whether the email of its own account is verified, without a session', async () => {
  const token = await tokenOf('ada')
  expect(await verified(token)).toBe(false)
  fixture.account('ada')
  expect(await verified(token)).toBe(true)
  fixture.google.accounts.delete('ada')
  expect(await verified(token)).toBe(false)
})

test('the state of an account is revealed only with its token', async () => {
  const own = await tokenOf('eve')
  fixture.account('grace')
  const proof = own.slice(0, own.indexOf('.'))
  for (const token of [`${proof}.grace`, `${'A'.repeat(43)}.grace`, '.grace', 'grace', `${own} `]) {
    expect(await verified(token)).toBe(false)
  }
  const forged = await post('/api/session/verification-token', { idToken: own })
  expect(forged.json()).toMatchObject({ status: 401, code: 'id_token_invalid' })
})

test('an outage of the provider is answered with 503, not as unverified', async () => {
  const token = await tokenOf('lin')
  fixture.google.troubles.set('lookup', outage)
  expect((await check(token)).statusCode).toBe(503)
  fixture.google.troubles.clear()
})
