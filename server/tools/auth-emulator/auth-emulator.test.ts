import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'

import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'

import { authEmulatorAt, startAuthEmulator } from './auth-emulator.ts'

vi.setConfig({ testTimeout: HANG_TIMEOUT, hookTimeout: HANG_TIMEOUT })

const person = { email: 'ada@emulator.test', password: 'correct horse' }

test('an account made for a test signs in with its password', async () => {
  const emulator = authEmulatorAt(inject('authEmulator'))
  const { uid } = await emulator.createUser({ ...person, emailVerified: true })
  onTestFinished(async () => void (await emulator.deleteUser(uid)))

  const signedIn = await emulator.signIn(person.email, person.password)

  expect(signedIn.uid).toBe(uid)
  expect(JSON.parse(atob(signedIn.idToken.split('.')[1] ?? ''))).toMatchObject({ email_verified: true })
  await expect(emulator.signIn(person.email, 'wrong')).rejects.toThrow('INVALID')
})

test('accounts survive a restart of the emulator, including those created in quick succession', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const accountsFile = join(folder, 'accounts.json')

  const first = await startAuthEmulator({ accountsFile })
  const { uid } = await first.createUser(person)
  // Takes more than a second, so that several writes are due while others are in progress.
  for (let wave = 0; wave < 12; wave++) {
    const emails = Array.from({ length: 25 }, (_, at) => `${wave}-${at}@emulator.test`)
    await Promise.all(emails.map((email) => first.createUser({ email, password: person.password })))
    await wait(100)
  }
  await first.stop()
  const second = await startAuthEmulator({ accountsFile })
  onTestFinished(second.stop)

  expect(await second.signIn(person.email, person.password)).toMatchObject({ uid })
  expect(await second.signIn('0-0@emulator.test', person.password)).toHaveProperty('uid')
  expect(await second.signIn('11-24@emulator.test', person.password)).toHaveProperty('uid')
})

test('people who are signed in stay signed in when the emulator restarts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const accountsFile = join(folder, 'accounts.json')

  const first = await startAuthEmulator({ accountsFile })
  const { uid } = await first.createUser(person)
  const signedIn = await first.signIn(person.email, person.password)
  const before = await recordOf(first.host, signedIn.idToken)
  await wait(1_100)
  await first.stop()
  const second = await startAuthEmulator({ accountsFile })
  onTestFinished(second.stop)

  const after = await recordOf(second.host, signedIn.idToken)
  expect(after).toMatchObject({ localId: uid, validSince: before.validSince })
  expect(after.lastLoginAt).toBe(before.lastLoginAt)
})

/** The provider's record of a signed-in person, which the SDK looks up when a page starts. */
async function recordOf(host: string, idToken: string) {
  const answer = await fetch(`http://${host}/identitytoolkit.googleapis.com/v1/accounts:lookup?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken }),
  })
  const { users } = (await answer.json()) as { users: { validSince: string; lastLoginAt: string }[] }
  return users[0]!
}

test('the emulator keeps running if its accounts cannot be saved', async () => {
  const emulator = await startAuthEmulator({
    accountsFile: join(tmpdir(), 'no such folder', 'accounts.json'),
  })
  await emulator.createUser({ email: 'first@emulator.test', password: person.password })
  await wait(500)
  await emulator.createUser({ email: 'second@emulator.test', password: person.password })
  expect(await emulator.signIn('second@emulator.test', person.password)).toHaveProperty('uid')
  await emulator.stop()
})
