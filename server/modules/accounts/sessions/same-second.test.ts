import { beforeEach, describe, expect, test } from 'vitest'

import { cookieOf, createSessionFixture } from '#server/testing/fixtures/session-fixture.ts'

// The fixture's time is constant unless it is moved, so everything in a test happens within one second.
const fixture = await createSessionFixture()
let uid = ''

beforeEach(() => {
  uid = fixture.newAccount()
})

describe('two exchanges within one second', () => {
  test('two exchanges within one second give two cookies, and ending one leaves the other', async () => {
    const token = fixture.idToken(uid)
    const [first, second] = (await Promise.all([fixture.exchange(token), fixture.exchange(token)])).map(
      cookieOf,
    )
    expect(first).not.toBe(second)

    await fixture.post('/api/session/logout', first)

    expect((await fixture.get('/member', first)).statusCode).toBe(401)
    expect((await fixture.get('/member', second)).statusCode).toBe(200)
  })

  test('two exchanges with a logout between them do not revive the session that ended', async () => {
    const token = fixture.idToken(uid)
    const first = cookieOf(await fixture.exchange(token))
    await fixture.post('/api/session/logout', first)
    const second = cookieOf(await fixture.exchange(token))

    expect((await fixture.get('/member', second)).statusCode).toBe(200)
    expect((await fixture.get('/member', first)).statusCode).toBe(401)
  })

  test('twenty exchanges within one second all succeed', async () => {
    const token = fixture.idToken(uid)
    const cookies = await Promise.all(
      Array.from({ length: 20 }, async () => cookieOf(await fixture.exchange(token))),
    )

    expect(new Set(cookies.filter(Boolean)).size).toBe(20)
  })

  test('ten exchanges on each of two replicas within one second all succeed', async () => {
    const { app } = await fixture.replica()
    const token = fixture.idToken(uid)
    const cookies = await Promise.all(
      Array.from({ length: 20 }, async (_, at) =>
        cookieOf(await fixture.exchange(token, undefined, at % 2 === 0 ? fixture.app : app)),
      ),
    )

    expect(new Set(cookies.filter(Boolean)).size).toBe(20)
  })

  test('twenty tabs that renew the same session within one second all succeed', async () => {
    const current = await fixture.signIn(uid)
    const token = fixture.idToken(uid)
    const cookies = await Promise.all(
      Array.from({ length: 20 }, async () => cookieOf(await fixture.exchange(token, current))),
    )

    expect(new Set([current, ...cookies].filter(Boolean)).size).toBe(21)
  })
})

test('ending all other sessions also refuses a sign-in that has not opened a session yet', async () => {
  const token = fixture.idToken(uid)
  const laptop = await fixture.signIn(uid)
  await fixture.delete('/api/sessions', laptop)

  expect((await fixture.exchange(token)).json()).toMatchObject({ status: 401, code: 'session_ended' })
})

test('signing a member out as an admin also refuses a sign-in that has not opened a session yet', async () => {
  const token = fixture.idToken(uid)
  await fixture.sessions.endSessionsOf(uid, { action: 'member.signed_out_everywhere', actor: 'admin' })

  expect((await fixture.exchange(token)).json()).toMatchObject({ status: 401, code: 'session_ended' })
})
