import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'

import { outage } from '#server/testing/stand-ins/google-stand-in.ts'
import { cookieOf, createSessionFixture } from '#server/testing/fixtures/session-fixture.ts'
import { respelled } from '#server/testing/stand-ins/tokens.ts'

import { sessions as sessionRecords } from './collection.ts'

const fixture = await createSessionFixture()
let uid = ''

beforeEach(() => {
  uid = fixture.newAccount()
})

describe('logging out', () => {
  test('logging out ends the session everywhere, in every spelling of its cookie', async () => {
    const cookie = await fixture.signIn(uid)
    const other = respelled(cookie)
    expect((await fixture.get('/member', cookie)).statusCode).toBe(200)

    const answer = await fixture.post('/api/session/logout', cookie)

    expect(answer.statusCode).toBe(204)
    expect(cookieOf(answer)).toBe('')
    const elsewhere = (await fixture.replica()).app
    for (const app of [fixture.app, elsewhere]) {
      expect((await fixture.get('/member', cookie, app)).json()).toMatchObject({
        status: 401,
        code: 'session_ended',
      })
      expect((await fixture.get('/member', other, app)).json()).toMatchObject({ status: 401 })
    }
  })

  test('a session cookie in another spelling is never accepted', async () => {
    const cookie = await fixture.signIn(uid)

    expect((await fixture.get('/member', respelled(cookie))).json()).toMatchObject({
      code: 'session_invalid',
    })
  })

  test('logging out is not undone by a pending check of the same cookie', async () => {
    const cookie = await fixture.signIn(uid)
    fixture.pass(30_000)
    const lookup = Promise.withResolvers<ServerResponse>()
    fixture.google.troubles.set('lookup', (_, response) => lookup.resolve(response))
    const underWay = fixture.get('/member', cookie)
    const response = await lookup.promise
    await fixture.post('/api/session/logout', cookie)
    response.end(JSON.stringify({ users: [fixture.google.accounts.get(uid)] }))

    expect((await underWay).statusCode).toBe(401)
    expect((await fixture.get('/member', cookie)).statusCode).toBe(401)
  })

  test('logging out is not undone by a pending renewal of the same session', async () => {
    const cookie = await fixture.signIn(uid)
    const mint = Promise.withResolvers<ServerResponse>()
    fixture.google.troubles.set('createSessionCookie', (_, response) => mint.resolve(response))
    const renewal = fixture.exchange(fixture.idToken(uid), cookie)
    const response = await mint.promise
    await fixture.post('/api/session/logout', cookie)
    const minted = fixture.google.sessionCookie({ sub: uid })
    response.end(JSON.stringify({ sessionCookie: minted }))

    expect((await renewal).json()).toMatchObject({ status: 401, code: 'session_ended' })
    expect(await fixture.store.count(sessionRecords, { where: { uid, live: true } })).toBe(0)
  })

  test('logging out with a cookie that was just replaced ends the session that replaced it', async () => {
    const old = await fixture.signIn(uid)
    const renewed = await fixture.signIn(uid, await fixture.signIn(uid, old))
    expect((await fixture.get('/member', renewed)).statusCode).toBe(200)

    await fixture.post('/api/session/logout', old)

    expect((await fixture.get('/member', renewed)).json()).toMatchObject({ code: 'session_ended' })
  })

  test('logging out twice, or with an invalid cookie, succeeds', async () => {
    const cookie = await fixture.signIn(uid)

    for (const value of [cookie, cookie, 'nonsense', undefined]) {
      expect((await fixture.post('/api/session/logout', value)).statusCode).toBe(204)
    }
  })

  test('logging out during an outage is 503, because a valid session must not look ended', async () => {
    const cookie = await fixture.signIn(uid)
    fixture.google.troubles.set('sessionKeys', outage)

    const answer = await fixture.post('/api/session/logout', cookie, (await fixture.replica()).app)

    expect(answer.statusCode).toBe(503)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test('logging out everywhere ends the sessions on other devices, including those of the same second', async () => {
    const [phone, laptop] = [await fixture.signIn(uid), await fixture.signIn(uid)]
    await fixture.get('/member', laptop)

    expect((await fixture.post('/api/session/logout-all', phone)).statusCode).toBe(204)

    for (const cookie of [phone, laptop]) {
      expect((await fixture.get('/member', cookie)).statusCode).toBe(401)
      expect((await fixture.get('/member', cookie, (await fixture.replica()).app)).statusCode).toBe(401)
    }
    fixture.pass(1_000)
    expect((await fixture.get('/member', await fixture.signIn(uid))).statusCode).toBe(200)
  })

  test('logging out everywhere refuses an ID token of the same second', async () => {
    const token = fixture.idToken(uid)
    const cookie = await fixture.signIn(uid)
    await fixture.post('/api/session/logout-all', cookie)

    for (const current of [undefined, cookie]) {
      expect((await fixture.exchange(token, current)).json()).toMatchObject({
        status: 401,
        code: 'session_ended',
        title: 'You signed out. Sign in again.',
      })
    }
    fixture.pass(1_000)
    expect((await fixture.exchange(fixture.idToken(uid))).statusCode).toBe(200)
  })

  test('logging out everywhere is not undone by a pending renewal of a session that was just replaced', async () => {
    const old = await fixture.signIn(uid)
    const renewed = await fixture.signIn(uid, old)
    const mint = Promise.withResolvers<ServerResponse>()
    fixture.google.troubles.set('createSessionCookie', (_, response) => mint.resolve(response))
    const renewal = fixture.exchange(fixture.idToken(uid), old)
    const response = await mint.promise
    await fixture.post('/api/session/logout-all', renewed)
    const sessionCookie = fixture.google.sessionCookie({ sub: uid, minted: 'while signing out' })
    response.end(JSON.stringify({ sessionCookie }))

    expect((await renewal).json()).toMatchObject({ status: 401, code: 'session_ended' })
    expect(await fixture.store.count(sessionRecords, { where: { uid, live: true } })).toBe(0)
  })

  test('logging out everywhere needs a session', async () => {
    expect((await fixture.post('/api/session/logout-all')).statusCode).toBe(401)
  })
})
