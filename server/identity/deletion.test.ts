import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { systemClock } from '#server/lib/clock.ts'
import { type GoogleStandIn, outage, startGoogleStandIn } from '#server/testing/google-stand-in.ts'

import { createFirebaseIdentity } from './firebase.ts'

let google: GoogleStandIn
beforeAll(async () => {
  google = await startGoogleStandIn()
})
afterAll(() => google.close())
beforeEach(() => {
  google.troubles.clear()
  google.accounts.set('ada', { localId: 'ada', email: 'ada@example.org', emailVerified: true })
})

const openIdentity = () => createFirebaseIdentity({ ...google, clock: systemClock })

test('deleting an account ends it for good, and one that is gone already is as good as deleted', async () => {
  const identity = openIdentity()
  await identity.deleteUser('ada')
  expect(google.accounts.has('ada')).toBe(false)
  await expect(identity.lookupUser('ada')).rejects.toEqual(
    expect.objectContaining({ fault: 'user_not_found' }),
  )
  await expect(identity.deleteUser('ada')).resolves.toBeUndefined()
})

test('deleting an account has not succeeded when nobody could say so', async () => {
  google.troubles.set('delete', outage)
  await expect(openIdentity().deleteUser('ada')).rejects.toEqual(
    expect.objectContaining({ fault: 'unavailable' }),
  )
  expect(google.accounts.has('ada')).toBe(true)
})
