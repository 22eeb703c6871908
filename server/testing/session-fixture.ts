import { auditEntries } from '#server/features/audit/collection.ts'
import { sessionEnds, sessions as sessionRecords } from '#server/features/session/collection.ts'
import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import type { Membership } from '#shared/session.ts'

import { startGoogleStandIn } from './google-stand-in.ts'
import { createSessionApp } from './session-app.ts'
import { openTemporaryStore } from './temporary-store.ts'
import type { Claims } from './tokens.ts'

const COOKIE = '__Host-session'

/** Sessions from sign-in to the guarded route, on firebase-admin and SQLite, with time moved by hand. */
export async function createSessionFixture({ maxAge }: { maxAge?: number } = {}) {
  let time = Date.now()
  const clock = () => time
  const seconds = () => Math.floor(time / 1000)
  const google = await startGoogleStandIn({ clock })
  const store = openTemporaryStore([auditEntries, sessionEnds, sessionRecords])
  const memberships = new Map<string, Membership>()
  const deps = { store, clock, memberships, ...(maxAge && { maxAge }) }
  const identity = () => createFirebaseIdentity({ ...google, clock })
  const replica = () => createSessionApp({ ...deps, identity: identity() })
  const { app, ...parts } = await replica()

  function account(uid: string, { verified = true } = {}) {
    const email = `${uid}@guildhall.test`
    google.accounts.set(uid, { localId: uid, email, emailVerified: verified })
  }
  const idToken = (uid: string, claims: Claims = {}) =>
    google.idToken({ sub: uid, email: `${uid}@guildhall.test`, ...claims })

  const fixture = {
    google,
    store,
    ...parts,
    app,
    memberships,
    account,
    idToken,
    clock,
    seconds,
    /** Another process on the same store. */
    replica,
    pass: (milliseconds: number) => void (time += milliseconds),

    get: (url: string, cookie?: string, on = app) => on.inject({ url, headers: headersOf(cookie) }),
    post: (url: string, cookie?: string, on = app) =>
      on.inject({ method: 'POST', url, headers: headersOf(cookie) }),
    delete: (url: string, cookie?: string, on = app) =>
      on.inject({ method: 'DELETE', url, headers: headersOf(cookie) }),
    exchange: (token: string, cookie?: string, on = app, userAgent?: string) =>
      on.inject({
        method: 'POST',
        url: '/api/session',
        headers: { ...headersOf(cookie), ...(userAgent && { 'user-agent': userAgent }) },
        payload: { idToken: token },
      }),

    /** @returns the session cookie */
    async signIn(uid: string, current?: string): Promise<string> {
      const answer = await fixture.exchange(idToken(uid), current)
      return cookieOf(answer) ?? Promise.reject(new Error(answer.body))
    },

    async close() {
      await app.close()
      google.close()
      await store.close()
    },
  }
  return fixture
}

const headersOf = (cookie?: string) => (cookie === undefined ? {} : { cookie: `${COOKIE}=${cookie}` })

interface Answer {
  cookies: { name: string; value: string }[]
}

export const cookieOf = ({ cookies }: Answer) => cookies.find(({ name }) => name === COOKIE)?.value
