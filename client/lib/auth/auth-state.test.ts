import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { SessionUser } from '#shared/accounts/sessions.ts'
import { partOf } from '#server/tools/part-of.ts'
import { OfflineError } from '#client/lib/request-errors.ts'

import { createAuth } from './auth-state.ts'
import type { IdentityProvider, IdentityUser } from './firebase.ts'

afterEach(() => vi.unstubAllGlobals())

const ada: SessionUser = {
  uid: 'ada',
  email: 'ada@example.com',
  emailVerified: true,
  member: { role: 'member', status: 'active', onboarded: true },
}

const SESSION = { authTime: '2026-12-03T18:00:00.000Z', expiresAt: '2026-12-08T18:00:00.000Z' }
let stored: Map<string, string>
let calls: string[]
/** Answers of the server by method and path, instead of Ada's session. */
let answers: Record<string, () => Promise<Response>>

beforeEach(() => {
  stored = new Map([['userEmail', 'ada@example.com']])
  calls = []
  answers = {}
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
})

/** Ada is signed in with the provider, and the server has the session. */
function openAuth(session: { user: SessionUser }, given: Partial<Parameters<typeof createAuth>[0]> = {}) {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' } = {}) => {
    calls.push(`${method} ${url}`)
    const answer = answers[`${method} ${url}`]
    return answer ? answer() : Response.json({ authenticated: true, ...SESSION, ...session })
  })
  return createAuth({
    openProvider: async () => providerOf(),
    storedUid: () => 'ada',
    removeStoredUser: () => {},
    ...given,
  })
}

function providerOf(parts: Partial<IdentityProvider> = {}) {
  const token = { token: 'token', claims: { email_verified: true } }
  const user = partOf<IdentityUser>({ uid: 'ada', getIdTokenResult: async () => token as never })
  return partOf<IdentityProvider>({
    currentUser: () => user,
    onUser: () => () => {},
    reload: async () => {},
    signOut: async () => {},
    ...parts,
  })
}

const noContent = async () => new Response(null, { status: 204 })
const signOutInAnotherTab = () => stored.set('signed-out', `${Date.now()} ada`).delete('userEmail')

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

describe('a sign-out in another tab', () => {
  test('a sign-in in progress fails with a message after a sign-out in another tab', async () => {
    const proof = Promise.withResolvers<void>()
    let mayStoreUser = () => true
    const auth = openAuth(
      { user: ada },
      {
        openProvider: async (isSigningIn) => {
          mayStoreUser = isSigningIn
          return providerOf()
        },
      },
    )
    const signingIn = auth.signIn(() => proof.promise)
    await auth.provider()
    expect(mayStoreUser()).toBe(true)

    signOutInAnotherTab()
    expect(mayStoreUser()).toBe(false)
    proof.resolve()

    await expect(signingIn).rejects.toThrow('You signed out in another tab. Sign in again.')
    expect(calls).toEqual([])
    expect(auth.state.get()).toEqual({ state: 'signed-out' })
    expect(stored.has('userEmail')).toBe(false)
  })

  test('a session that was read before a sign-out in another tab is not shown', async () => {
    const read = Promise.withResolvers<Response>()
    answers['GET /api/session'] = () => read.promise
    const auth = openAuth({ user: ada }, { openProvider: () => new Promise(() => {}) })
    const resumed = auth.resume()

    signOutInAnotherTab()
    read.resolve(Response.json({ authenticated: true, ...SESSION, user: ada }))

    await resumed
    expect(auth.state.get()).toEqual({ state: 'signed-out' })
    expect(stored.has('userEmail')).toBe(false)
  })

  test('a session exchange that waits for the lock is not sent after a sign-out in another tab', async () => {
    answers['GET /api/session'] = async () => Response.json({ authenticated: false })
    const auth = openAuth({ user: ada })
    const lock = Promise.withResolvers<void>()
    const held = navigator.locks.request('session', () => lock.promise)
    auth.start()
    await expect.poll(() => calls).toHaveLength(1)

    signOutInAnotherTab()
    lock.resolve()
    await held

    await expect.poll(() => calls).toHaveLength(2)
    await navigator.locks.request('session', () => {})
    expect(calls).not.toContain('POST /api/session')
    expect(auth.state.get()).toEqual({ state: 'signed-out' })
  })

  test('an RSVP is kept if its person signed in again before this tab learns of the sign-out', async () => {
    stored.set('unsent:ada:rsvp:supper', 'going')
    vi.stubGlobal('localStorage', Object.assign(Object.fromEntries(stored), localStorage))
    const listeners: ((event: object) => void)[] = []
    vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => {
      if (type === 'storage') listeners.push(listener)
    })
    vi.stubGlobal('removeEventListener', () => {})
    const stop = openAuth({ user: ada }).listen()
    listeners.forEach((listener) => listener({ key: 'signed-out', newValue: '1 ada' }))
    expect(stored.has('unsent:ada:rsvp:supper')).toBe(true)
    stop()
  })
})

describe('the session that a page begins with', () => {
  test('the provider’s start does not ask for the session again', async () => {
    const auth = openAuth({ user: ada })
    await auth.resume()
    await auth.reload()
    expect(auth.state.get()).toEqual({ state: 'signed-in', user: ada })
    expect(calls).toEqual(['GET /api/session'])
  })

  test('a change of the membership before the provider’s start asks for the session again', async () => {
    const auth = openAuth({ user: ada })
    await auth.resume()
    await auth.refresh()
    expect(calls).toEqual(['GET /api/session', 'GET /api/session'])
  })

  test('an email address that was verified meanwhile starts a new session', async () => {
    const auth = openAuth({ user: { ...ada, emailVerified: false } })
    await auth.resume()
    await auth.reload()
    expect(calls).toContain('POST /api/session')
  })

  test('another person whom the provider has by then gets a session of their own', async () => {
    const ben = { ...ada, uid: 'ben' }
    const token = { token: 'token of Ben', claims: { email_verified: true } }
    const user = partOf<IdentityUser>({ uid: 'ben', getIdTokenResult: async () => token as never })
    let uid = 'ada'
    const openProvider = async () => providerOf({ currentUser: () => user })
    const auth = openAuth({ user: ada }, { openProvider, storedUid: () => uid })
    answers['POST /api/session'] = async () => Response.json({ authenticated: true, ...SESSION, user: ben })
    await auth.resume()
    uid = 'ben'
    await auth.reload()
    expect(calls).toContain('POST /api/session')
    expect(auth.state.get()).toEqual({ state: 'signed-in', user: ben })
  })

  test('a sign-in to confirm the password starts a new session', async () => {
    const auth = openAuth({ user: ada })
    await auth.resume()
    await auth.signIn(async () => {})
    expect(calls).toEqual(['GET /api/session', 'POST /api/session'])
  })

  test('a sign-out in another tab before the provider has started signs this tab out', async () => {
    let uid: string | undefined = 'ada'
    const auth = openAuth({ user: ada }, { storedUid: () => uid })
    await auth.resume()
    signOutInAnotherTab()
    uid = undefined
    await auth.reload()
    expect(auth.state.get()).toEqual({ state: 'signed-out' })
    expect(calls).toEqual(['GET /api/session'])
  })

  test('the session of the same person is read again after they signed out and in elsewhere', async () => {
    const auth = openAuth({ user: ada })
    await auth.resume()
    signOutInAnotherTab()
    await auth.reload()
    expect(calls).toEqual(['GET /api/session', 'GET /api/session'])
  })
})

describe('a sign-out in this tab', () => {
  test('a sign-out does not wait for a provider that is still starting', async () => {
    const removeStoredUser = vi.fn<() => void>()
    const auth = openAuth({ user: ada }, { openProvider: () => new Promise(() => {}), removeStoredUser })
    await auth.resume()
    expect(stored.get('userEmail')).toBe('ada@example.com')
    answers['POST /api/session/logout'] = noContent

    await auth.signOut()

    expect(auth.state.get()).toEqual({ state: 'signed-out' })
    expect(removeStoredUser).toHaveBeenCalledOnce()
    expect(stored.has('userEmail')).toBe(false)
  })

  test('a sign-out without a connection leaves the person signed in, and is recorded nowhere', async () => {
    const auth = openAuth({ user: ada })
    await auth.resume()
    answers['POST /api/session/logout'] = () => Promise.reject(new TypeError('offline'))

    await expect(auth.signOut()).rejects.toThrow(OfflineError)

    expect(auth.state.get()).toEqual({ state: 'signed-in', user: ada })
    expect([...stored.keys()]).toEqual(['userEmail'])
  })

  test('a sign-in right after a sign-out succeeds', async () => {
    const auth = openAuth({ user: ada })
    await auth.resume()
    answers['POST /api/session/logout'] = noContent
    await auth.signOut()

    await auth.signIn(async () => {})

    expect(auth.state.get()).toEqual({ state: 'signed-in', user: ada })
    expect(calls.at(-1)).toBe('POST /api/session')
  })

  test('a sign-out that waits for a sign-out in another tab sends no second logout', async () => {
    const auth = openAuth({ user: ada })
    await auth.resume()
    const lock = Promise.withResolvers<void>()
    const held = navigator.locks.request('session', () => lock.promise)
    const signingOut = auth.signOut()

    signOutInAnotherTab()
    lock.resolve()
    await Promise.all([held, signingOut])

    expect(calls).not.toContain('POST /api/session/logout')
    expect(auth.state.get()).toEqual({ state: 'signed-out' })
  })
})
