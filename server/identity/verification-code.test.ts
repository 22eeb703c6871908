import { afterAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'

import { systemClock } from '#server/lib/clock.ts'
import { authEmulatorAt } from '#server/tools/auth-emulator/auth-emulator.ts'
import { outage, startGoogleStandIn, type Trouble } from '#server/testing/stand-ins/google-stand-in.ts'

import { createFirebaseIdentity } from './firebase.ts'
import type { IdentityErrorKind } from './port.ts'

const email = 'ada@verification-code.test'

const google = await startGoogleStandIn()
afterAll(() => google.close())
beforeEach(() => {
  google.troubles.clear()
  google.accounts.set('ada', { localId: 'ada', email })
})

const openIdentity = () => createFirebaseIdentity({ ...google, clock: systemClock })
const answer =
  (status: number, body: string): Trouble =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
const error = (kind: IdentityErrorKind) => expect.objectContaining({ kind })

test('an account is found by its email, and gets the code of the provider’s link', async () => {
  const identity = openIdentity()
  expect(await identity.lookupUserByEmail(email)).toMatchObject({ uid: 'ada', email, emailVerified: false })
  expect(await identity.createVerificationCode(email)).toBe(`code-of-${email}`)
})

test('the code verifies the address in the emulator', async () => {
  const emulator = authEmulatorAt(inject('authEmulator'))
  const { uid } = await emulator.createUser({ email, password: 'correct horse' })
  onTestFinished(async () => void (await emulator.deleteUser(uid)))
  const identity = createFirebaseIdentity({
    projectId: emulator.projectId,
    authEmulatorHost: emulator.host,
    clock: systemClock,
  })
  const code = await identity.createVerificationCode(email)
  const issued = (await emulator.oobCodes(email)).find(({ oobCode }) => oobCode === code)
  expect(issued).toMatchObject({ requestType: 'VERIFY_EMAIL' })
  await fetch(issued!.oobLink)
  expect(await identity.lookupUserByEmail(email)).toMatchObject({ uid, emailVerified: true })
})

test.for(['nobody@guildhall.test', 'no address', 'ada@-'])(
  'an address without an account gets no code: %s',
  async (absent) => {
    await expect(openIdentity().lookupUserByEmail(absent)).rejects.toEqual(error('user_not_found'))
  },
)

test('an account that is deleted meanwhile gets no code', async () => {
  google.troubles.set('sendOobCode', answer(400, '{"error":{"message":"EMAIL_NOT_FOUND"}}'))
  await expect(openIdentity().createVerificationCode(email)).rejects.toEqual(error('user_not_found'))
})

test('a response without a code, and an outage, fail as unavailable', async () => {
  for (const trouble of [answer(200, '{"oobLink":"https://example.org/?mode=verifyEmail"}'), outage]) {
    google.troubles.set('sendOobCode', trouble)
    // oxlint-disable-next-line no-await-in-loop
    await expect(openIdentity().createVerificationCode(email)).rejects.toEqual(error('unavailable'))
  }
  google.troubles.set('lookup', outage)
  await expect(openIdentity().lookupUserByEmail(email)).rejects.toEqual(error('unavailable'))
})
