import { afterAll, beforeEach, expect, test } from 'vitest'

import { systemClock } from '#server/lib/clock.ts'
import { outage, startGoogleStandIn } from '#server/testing/stand-ins/google-stand-in.ts'

import { createFirebaseIdentity } from './firebase.ts'
import type { IdentityErrorKind } from './port.ts'

const google = await startGoogleStandIn()
const identity = createFirebaseIdentity({ ...google, clock: systemClock })
afterAll(() => google.close())
beforeEach(() => {
  google.troubles.clear()
  google.accounts.clear()
  google.accounts.set('ada', { localId: 'ada' })
})

/** Looks up all at once. Returns their ids, or the kinds of error. */
const lookUp = (...uids: string[]) =>
  Promise.all(
    uids.map((uid) =>
      identity.lookupUser(uid).then(
        (user) => user.uid,
        ({ kind }: { kind: IdentityErrorKind }) => kind,
      ),
    ),
  )

test('concurrent user look-ups are batched in calls of a hundred', async () => {
  const uids = Array.from({ length: 250 }, (_, at) => `user-${at}`)
  for (const uid of uids) google.accounts.set(uid, { localId: uid })
  const before = google.callsOf('lookup')

  expect(await lookUp(...uids)).toEqual(uids)
  expect(google.callsOf('lookup')).toBe(before + 3)
})

test('a look-up of a user without an account fails, and others in its batch succeed', async () => {
  expect(await lookUp('nobody', 'ada', 'ada')).toEqual(['user_not_found', 'ada', 'ada'])
})

test('all look-ups fail during an outage, and succeed after it', async () => {
  google.troubles.set('lookup', outage)
  expect(await lookUp('ada', 'nobody')).toEqual(['unavailable', 'unavailable'])
  google.troubles.clear()

  expect(await lookUp('ada')).toEqual(['ada'])
})

test('each call looks the user up again', async () => {
  for (const disabled of [false, true, false]) {
    google.accounts.set('ada', { localId: 'ada', disabled })

    expect(await identity.lookupUser('ada')).toMatchObject({ disabled })
  }
})
