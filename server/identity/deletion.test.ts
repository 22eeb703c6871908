import { afterAll, beforeEach, expect, test } from 'vitest'

import { systemClock } from '#server/lib/clock.ts'
import { outage, startGoogleStandIn } from '#server/testing/stand-ins/google-stand-in.ts'

import { createFirebaseIdentity } from './firebase.ts'

const google = await startGoogleStandIn()
afterAll(() => google.close())
beforeEach(() => {
  google.troubles.clear()
  google.accounts.set('ada', { localId: 'ada', email: 'ada@example.org', emailVerified: true })
})

const openIdentity = () => createFirebaseIdentity({ ...google, clock: systemClock })

test('deleting an account succeeds, also when it is deleted already', async () => {
  const identity = openIdentity()
  await identity.deleteUser('ada')
  expect(google.accounts.has('ada')).toBe(false)
  await expect(identity.lookupUser('ada')).rejects.toEqual(
    expect.objectContaining({ kind: 'user_not_found' }),
  )
  await expect(identity.deleteUser('ada')).resolves.toBeUndefined()
})

test('deleting an account fails when the provider cannot confirm it', async () => {
  google.troubles.set('delete', outage)
  await expect(openIdentity().deleteUser('ada')).rejects.toEqual(
    expect.objectContaining({ kind: 'unavailable' }),
  )
  expect(google.accounts.has('ada')).toBe(true)
})
