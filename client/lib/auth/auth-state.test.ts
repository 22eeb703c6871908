import { afterEach, expect, test, vi } from 'vitest'

import type { SessionUser } from '#shared/accounts/sessions.ts'
import { partOf } from '#server/tools/part-of.ts'

import { createAuth } from './auth-state.ts'
import type { IdentityProvider, IdentityUser } from './firebase.ts'

afterEach(() => vi.unstubAllGlobals())

const ada: SessionUser = {
  uid: 'ada',
  email: 'ada@example.com',
  emailVerified: true,
  member: { role: 'member', status: 'active', onboarded: true },
}

/** Ada is signed in with the provider, and the server has the session. */
function openAuth(session: { user: SessionUser }) {
  vi.stubGlobal('fetch', async () =>
    Response.json({
      authenticated: true,
      authTime: '2026-12-03T18:00:00.000Z',
      expiresAt: '2026-12-08T18:00:00.000Z',
      ...session,
    }),
  )
  const token = { token: 'token', claims: { email_verified: true } }
  const user = partOf<IdentityUser>({ uid: 'ada', getIdTokenResult: async () => token as never })
  const provider = partOf<IdentityProvider>({ currentUser: () => user, onUser: () => () => {} })
  return createAuth({ openProvider: async () => provider, storedUid: () => 'ada' })
}

test('screens are not rendered again when the provider confirms the session that they show', async () => {
  const session = { user: ada }
  const auth = openAuth(session)
  await auth.resume()
  const shown = auth.state.get()
  expect(shown).toEqual({ state: 'signed-in', user: ada })

  await auth.refresh()
  expect(auth.state.get()).toBe(shown)

  session.user = { ...ada, member: { role: 'organiser', status: 'active', onboarded: true } }
  await auth.refresh()
  expect(auth.state.get()).toEqual({ state: 'signed-in', user: session.user })
})
