import type { ServerResponse } from 'node:http'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { outage } from '#server/testing/google-stand-in.ts'
import { cookieOf, createSessionWorld } from '#server/testing/session-world.ts'

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
  world.google.troubles.clear()
})

describe('a signed-in call', () => {
  test('without a cookie is 401', async () => {
    expect((await world.get('/member')).json()).toMatchObject({ status: 401, code: 'session_required' })
  })

  test('during an outage goes on for as long as the check is remembered, then is 503', async () => {
    const cookie = await world.signIn(uid)
    world.google.troubles.set('lookup', outage)

    world.pass(29_000)
    expect((await world.get('/member', cookie)).statusCode).toBe(200)
    world.pass(1_000)
    const answer = await world.get('/member', cookie)
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test.for([
    ['disabled', 'account_disabled', () => world.google.accounts.set(uid, { localId: uid, disabled: true })],
    ['deleted', 'account_not_found', () => world.google.accounts.delete(uid)],
    [
      'revoked',
      'session_revoked',
      () => (world.google.accounts.get(uid)!.validSince = String(world.seconds() + 1)),
    ],
  ] as const)('of an account that was %s is 401 within 30 s and clears the cookie', async ([, code, act]) => {
    const cookie = await world.signIn(uid)
    act()

    world.pass(30_000)
    const answer = await world.get('/member', cookie)

    expect(answer.json()).toMatchObject({ status: 401, code })
    expect(cookieOf(answer)).toBe('')
  })

  test('fifty at once look the user up once', async () => {
    const cookie = await world.signIn(uid)
    const { app } = await world.replica()
    await world.get('/api/session', undefined, app)
    const before = world.google.callsOf('lookup')

    const answers = await Promise.all(Array.from({ length: 50 }, () => world.get('/member', cookie, app)))

    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
    expect(world.google.callsOf('lookup')).toBe(before + 1)
  })

  test('gets in ten seconds after the address was verified', async () => {
    world.account(uid, { verified: false })
    const cookie = await world.signIn(uid)
    expect((await world.get('/member', cookie)).json()).toMatchObject({
      status: 403,
      code: 'email_unverified',
    })

    world.account(uid)
    world.pass(10_000)

    expect((await world.get('/member', cookie)).statusCode).toBe(200)
  })

  test.for([
    ['pending', 'member_pending'],
    ['suspended', 'member_suspended'],
    ['former', 'member_former'],
  ] as const)('of a member who is %s is 403', async ([status, code]) => {
    world.memberships.set(uid, { role: 'admin', status, onboarded: true })
    const cookie = await world.signIn(uid)

    expect((await world.get('/member', cookie)).json()).toMatchObject({ status: 403, code })
    expect((await world.get('/admin', cookie)).json()).toMatchObject({ status: 403, code })
  })

  test('needs the role, and has it at once after an admin gave it on this instance', async () => {
    const cookie = await world.signIn(uid)
    expect((await world.get('/admin', cookie)).json()).toMatchObject({ status: 403, code: 'role_required' })

    world.memberships.set(uid, { role: 'admin', status: 'active', onboarded: true })
    world.sessions.evict(uid)

    expect((await world.get('/admin', cookie)).statusCode).toBe(200)
  })

  test('that was looking a user up while an admin acted leaves nothing stale behind', async () => {
    const cookie = await world.signIn(uid)
    world.pass(30_000)
    const lookup = Promise.withResolvers<ServerResponse>()
    world.google.troubles.set('lookup', (_, response) => lookup.resolve(response))
    const underWay = world.get('/member', cookie)
    const response = await lookup.promise
    world.google.troubles.clear()
    world.sessions.evict(uid)
    response.end(JSON.stringify({ users: [world.google.accounts.get(uid)] }))
    expect((await underWay).statusCode).toBe(200)
    world.memberships.set(uid, { role: 'member', status: 'suspended', onboarded: true })

    expect((await world.get('/member', cookie)).json()).toMatchObject({ code: 'member_suspended' })
  })
})

describe('a sensitive act', () => {
  beforeEach(() => void world.memberships.set(uid, { role: 'admin', status: 'active', onboarded: true }))

  test('needs a sign-in of the last five minutes', async () => {
    const cookie = await world.signIn(uid)
    expect((await world.get('/sensitive', cookie)).statusCode).toBe(200)

    world.pass(302_000)

    expect((await world.get('/sensitive', cookie)).json()).toMatchObject({
      status: 403,
      code: 'reauth_required',
    })
    expect((await world.get('/admin', cookie)).statusCode).toBe(200)
  })

  test('asks past the cache', async () => {
    const cookie = await world.signIn(uid)
    const elsewhere = await world.replica()
    await world.get('/admin', cookie, elsewhere.app)
    await world.post('/api/session/logout', cookie)

    expect((await world.get('/admin', cookie, elsewhere.app)).statusCode).toBe(200)
    expect((await world.get('/sensitive', cookie, elsewhere.app)).json()).toMatchObject({
      code: 'session_ended',
    })
  })

  test('is refused to someone whose role was taken a moment ago', async () => {
    const cookie = await world.signIn(uid)
    await world.get('/admin', cookie)
    world.memberships.set(uid, { role: 'member', status: 'active', onboarded: true })

    expect((await world.get('/sensitive', cookie)).json()).toMatchObject({
      status: 403,
      code: 'role_required',
    })
  })
})
