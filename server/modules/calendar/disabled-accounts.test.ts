import { afterAll, beforeEach, expect, test } from 'vitest'

import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import { startTestApp } from '#server/testing/app.ts'
import { outage, startGoogleStandIn } from '#server/testing/stand-ins/google-stand-in.ts'

let ahead = 0
const clock = () => Date.now() + ahead

const google = await startGoogleStandIn({ clock })
const running = await startTestApp({ clock, identity: createFirebaseIdentity({ ...google, clock }) })
afterAll(async () => {
  await running.close()
  google.close()
})
beforeEach(() => google.troubles.clear())

const account = (uid: string) => ({ localId: uid, email: `${uid}@guildhall.test`, emailVerified: true })

/** @returns the path of a new member's calendar feed */
async function feedOf(uid: string) {
  google.accounts.set(uid, account(uid))
  const body = { idToken: google.idToken({ sub: uid, email: account(uid).email }) }
  const exchange = await running.visitor('POST', '/api/session', { body })
  const cookie = String(exchange.headers['set-cookie']).split(';')[0]
  const created = await running.visitor('POST', '/api/calendar-feed', { headers: { cookie } })
  return new URL(created.json<{ url: string }>().url).pathname
}

const read = async (path: string) =>
  (await running.visitor('GET', path, { headers: { 'sec-fetch-site': undefined } })).statusCode

test.for([
  ['disabled', (uid: string) => google.accounts.set(uid, { ...account(uid), disabled: true })],
  ['deleted', (uid: string) => google.accounts.delete(uid)],
] as const)(
  'the calendar feed of an account that the provider has %s ends within 5 s',
  async ([how, end]) => {
    const path = await feedOf(how)
    expect(await read(path)).toBe(200)
    end(how)
    ahead += 5_001

    expect(await read(path)).toBe(404)
  },
)

test('the calendar feed asks the provider at most once in 5 s', async () => {
  const path = await feedOf('often')
  const before = google.callsOf('lookup')
  for (let count = 0; count < 5; count++) expect(await read(path)).toBe(200)

  expect(google.callsOf('lookup') - before).toBe(1)
})

test('the calendar feed is 503 while the identity provider cannot be asked about the account', async () => {
  const path = await feedOf('unknown')
  google.troubles.set('lookup', outage)
  expect(await read(path)).toBe(503)
  google.troubles.clear()
  expect(await read(path)).toBe(200)
})
