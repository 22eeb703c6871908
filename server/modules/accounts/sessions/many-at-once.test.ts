import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { createKeyedMutex } from '#server/lib/concurrency/keyed-mutex.ts'
import type { Trouble } from '#server/testing/stand-ins/google-stand-in.ts'
import { cookieOf, createSessionFixture } from '#server/testing/fixtures/session-fixture.ts'

const fixture = await createSessionFixture()

/** Creates cookies one after the other, so that all of them together take longer than an exchange may. */
function slowCookies(milliseconds: number): Trouble {
  const oneByOne = createKeyedMutex()
  let made = 0
  return (_, response) =>
    void oneByOne('', async () => {
      await wait(milliseconds)
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ sessionCookie: fixture.google.sessionCookie({ sub: `guest-${made++}` }) }),
      )
    })
}

test('150 people who sign in at once all get a cookie despite a slow provider', async () => {
  const people = Array.from({ length: 150 }, (_, at) => `guest-${at}`)
  for (const uid of people) fixture.account(uid)
  const tokens = people.map((uid) => fixture.idToken(uid))
  fixture.google.troubles.set('createSessionCookie', slowCookies(25))
  const startedAt = performance.now()
  const answers = await Promise.all(tokens.map((token) => fixture.exchange(token)))
  expect(performance.now() - startedAt).toBeGreaterThan(3_000)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 200))
  expect(new Set(answers.map(cookieOf)).size).toBe(150)
})
