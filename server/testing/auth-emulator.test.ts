import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, inject, onTestFinished, test } from 'vitest'

import { authEmulatorAt, startAuthEmulator } from './auth-emulator.ts'

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

test('accounts outlive the emulator', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const accountsFile = join(folder, 'accounts.json')

  const first = await startAuthEmulator({ accountsFile })
  const { uid } = await first.createUser(person)
  await first.close()
  const second = await startAuthEmulator({ accountsFile })
  onTestFinished(second.close)

  expect(await second.signIn(person.email, person.password)).toMatchObject({ uid })
}, 30_000)
