import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { cookieOf, createSessionWorld } from '#server/testing/session-world.ts'

// The world's time stands still unless it is moved, so whatever a test does falls within one second.
let world: Awaited<ReturnType<typeof createSessionWorld>>
let uid = ''
let people = 0

beforeAll(async () => {
  world = await createSessionWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  uid = `person-${people++}`
  world.account(uid)
})

describe('two exchanges within one second', () => {
  test('give two cookies, and ending one leaves the other', async () => {
    const token = world.idToken(uid)
    const [first, second] = (await Promise.all([world.exchange(token), world.exchange(token)])).map(cookieOf)
    expect(first).not.toBe(second)

    await world.post('/api/session/logout', first)

    expect((await world.get('/member', first)).statusCode).toBe(401)
    expect((await world.get('/member', second)).statusCode).toBe(200)
  })

  test('with a logout between them do not revive the session that ended', async () => {
    const token = world.idToken(uid)
    const first = cookieOf(await world.exchange(token))
    await world.post('/api/session/logout', first)
    const second = cookieOf(await world.exchange(token))

    expect((await world.get('/member', second)).statusCode).toBe(200)
    expect((await world.get('/member', first)).statusCode).toBe(401)
  })

  test('twenty of them all succeed', async () => {
    const token = world.idToken(uid)
    const cookies = await Promise.all(
      Array.from({ length: 20 }, async () => cookieOf(await world.exchange(token))),
    )

    expect(new Set(cookies.filter(Boolean)).size).toBe(20)
  })
})
