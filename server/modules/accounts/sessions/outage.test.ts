import { afterAll, expect, test } from 'vitest'

import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import { startTestApp } from '#server/testing/app.ts'
import { outage, startGoogleStandIn } from '#server/testing/stand-ins/google-stand-in.ts'

import { CHECK_DEADLINE } from './checks.ts'

let ahead = 0
const clock = () => Date.now() + ahead

const google = await startGoogleStandIn({ clock })
const running = await startTestApp({ clock, identity: createFirebaseIdentity({ ...google, clock }) })
afterAll(async () => {
  await running.close()
  google.close()
})

test.for([
  ['does not answer', 60_000],
  ['fails after 2 s', 2_000],
] as const)('a session is 503 within 3 s while the provider’s lookup %s', async ([, delay]) => {
  google.accounts.set('ada', { localId: 'ada', email: 'ada@guildhall.test', emailVerified: true })
  const body = { idToken: google.idToken({ sub: 'ada', email: 'ada@guildhall.test' }) }
  const exchange = await running.visitor('POST', '/api/session', { body })
  const cookie = String(exchange.headers['set-cookie']).split(';')[0]
  ahead += 31_000
  google.troubles.set(
    'lookup',
    (request, response) => void setTimeout(() => outage(request, response), delay).unref(),
  )

  for (const url of ['/api/session', '/api/me']) {
    const before = performance.now()
    const answer = await running.visitor('GET', url, { headers: { cookie } })
    const took = performance.now() - before

    expect(answer.statusCode).toBe(503)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(took).toBeLessThan(CHECK_DEADLINE + 500)
  }
  google.troubles.clear()
})
