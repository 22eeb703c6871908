import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'

import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import { authEmulatorAt } from '#server/tools/auth-emulator/auth-emulator.ts'
import { createSessionApp } from '#server/testing/fixtures/session-app.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { sessionEnds, sessions } from './collection.ts'

const emulator = authEmulatorAt(inject('authEmulator'))
const store = openTemporaryStore([auditEntries, sessionEnds, sessions])
let time = Date.now()
const clock = () => time
const identity = createFirebaseIdentity({
  projectId: emulator.projectId,
  authEmulatorHost: emulator.host,
  clock,
})
const { app } = await createSessionApp({ identity, store, clock, origin: 'http://localhost:3000' })
afterAll(async () => {
  await app.close()
  await store.close()
})

async function newPerson(email: string) {
  const person = { email, password: 'correct horse' }
  const { uid } = await emulator.createUser(person)
  onTestFinished(async () => void (await emulator.deleteUser(uid)))
  return { uid, idToken: async () => (await emulator.signIn(email, person.password)).idToken }
}

async function exchange(idToken: string, cookie = '') {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/session',
    headers: { cookie },
    payload: { idToken },
  })
  expect(answer.json()).toMatchObject({ authenticated: true })
  return `session=${answer.cookies.find(({ name }) => name === 'session')?.value}`
}
const member = (cookie: string) => app.inject({ url: '/member', headers: { cookie } })

test('a person signs up, verifies the address and is signed in', async () => {
  const { uid, idToken } = await newPerson('grace@emulator.test')
  const cookie = await exchange(await idToken())
  expect((await member(cookie)).json()).toMatchObject({ code: 'email_unverified' })

  await emulator.updateUser(uid, { emailVerified: true })
  const renewed = await exchange(await idToken(), cookie)

  expect((await member(renewed)).json()).toMatchObject({ id: uid, email: 'grace@emulator.test' })
  expect((await member(cookie)).statusCode).toBe(401)
})

test('a person who signed out everywhere or was disabled is signed out', async () => {
  const { uid, idToken } = await newPerson('lin@emulator.test')
  await emulator.updateUser(uid, { emailVerified: true })
  const [phone, laptop] = [await exchange(await idToken()), await exchange(await idToken())]
  expect(phone).not.toBe(laptop)

  const answer = await app.inject({
    method: 'POST',
    url: '/api/session/logout-all',
    headers: { cookie: phone },
  })
  expect(answer.statusCode).toBe(204)
  expect((await member(phone)).statusCode).toBe(401)
  expect((await member(laptop)).statusCode).toBe(401)

  // Waits until the second in which the session ended is over.
  const back = await vi.waitFor(async () => exchange(await idToken()), { timeout: 3_000, interval: 200 })
  expect((await member(back)).statusCode).toBe(200)
  await emulator.updateUser(uid, { disableUser: true })
  time += 30_000
  expect((await member(back)).json()).toMatchObject({ code: 'account_disabled' })
})

test('the emulator counts as reachable while it runs', async () => {
  await expect(identity.ping()).resolves.toBeUndefined()
})
