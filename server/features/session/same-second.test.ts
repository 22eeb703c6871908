import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { cookieOf, createSessionFixture } from '#server/testing/session-fixture.ts'

// The fixture's time stands still unless it is moved, so whatever a test does falls within one second.
let fixture: Awaited<ReturnType<typeof createSessionFixture>>
let uid = ''
let people = 0

beforeAll(async () => {
  fixture = await createSessionFixture()
})
afterAll(() => fixture.close())
beforeEach(() => {
  uid = `person-${people++}`
  fixture.account(uid)
})

describe('two exchanges within one second', () => {
  test('give two cookies, and ending one leaves the other', async () => {
    const token = fixture.idToken(uid)
    const [first, second] = (await Promise.all([fixture.exchange(token), fixture.exchange(token)])).map(
      cookieOf,
    )
    expect(first).not.toBe(second)

    await fixture.post('/api/session/logout', first)

    expect((await fixture.get('/member', first)).statusCode).toBe(401)
    expect((await fixture.get('/member', second)).statusCode).toBe(200)
  })

  test('with a logout between them do not revive the session that ended', async () => {
    const token = fixture.idToken(uid)
    const first = cookieOf(await fixture.exchange(token))
    await fixture.post('/api/session/logout', first)
    const second = cookieOf(await fixture.exchange(token))

    expect((await fixture.get('/member', second)).statusCode).toBe(200)
    expect((await fixture.get('/member', first)).statusCode).toBe(401)
  })

  test('all succeed when there are twenty', async () => {
    const token = fixture.idToken(uid)
    const cookies = await Promise.all(
      Array.from({ length: 20 }, async () => cookieOf(await fixture.exchange(token))),
    )

    expect(new Set(cookies.filter(Boolean)).size).toBe(20)
  })

  test('all succeed when there are ten on each of two replicas', async () => {
    const { app } = await fixture.replica()
    const token = fixture.idToken(uid)
    const cookies = await Promise.all(
      Array.from({ length: 20 }, async (_, at) =>
        cookieOf(await fixture.exchange(token, undefined, at % 2 === 0 ? fixture.app : app)),
      ),
    )

    expect(new Set(cookies.filter(Boolean)).size).toBe(20)
  })

  test('all succeed when twenty tabs renew the same session', async () => {
    const current = await fixture.signIn(uid)
    const token = fixture.idToken(uid)
    const cookies = await Promise.all(
      Array.from({ length: 20 }, async () => cookieOf(await fixture.exchange(token, current))),
    )

    expect(new Set([current, ...cookies].filter(Boolean)).size).toBe(21)
  })
})

test('ending all others also refuses a sign-in that has opened no session yet', async () => {
  const token = fixture.idToken(uid)
  const laptop = await fixture.signIn(uid)
  await fixture.delete('/api/sessions', laptop)

  expect((await fixture.exchange(token)).json()).toMatchObject({ status: 401, code: 'session_ended' })
})

test('an admin who signs a member out also refuses a sign-in that has opened no session yet', async () => {
  const token = fixture.idToken(uid)
  await fixture.sessions.endSessionsOf(uid, { action: 'member.signed_out_everywhere', actor: 'admin' })

  expect((await fixture.exchange(token)).json()).toMatchObject({ status: 401, code: 'session_ended' })
})
