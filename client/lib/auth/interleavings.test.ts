import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { MINUTE, SECOND } from '#shared/lib/durations.ts'
import { partOf } from '#server/tools/part-of.ts'
import { OfflineError } from '#client/lib/request-errors.ts'
import { request } from '#client/lib/request.ts'
import { runPromises, runUntilIdle } from '#client/testing/browser-tabs.ts'

import { type Auth, createAuth } from './auth-state.ts'
import type { IdentityProvider, IdentityUser } from './firebase.ts'

type Uid = 'ada' | 'ben'
interface Action {
  do: 'sign in' | 'sign out' | 'refresh' | 'reload' | 'end the session' | 'call' | 'open' | 'wait'
  tab: number
  as: Uid
}

/** The provider's record of a signed-in person, as its SDK stores it. */
interface StoredUser {
  uid: Uid
  /** Signing in again counts as a later sign-in. */
  signedInAt: number
}

type Listener = (event: { key: string; newValue: string | null }) => void

/** About 1,200 a second. */
const RUNS = 3_000
const USER_KEY = 'firebase:authUser:key:[DEFAULT]'
const TIMES = { authTime: '2026-12-03T18:00:00.000Z', expiresAt: '2026-12-08T18:00:00.000Z' }
const userOf = (uid: string) => ({
  uid,
  email: `${uid}@example.com`,
  emailVerified: true,
  member: { role: 'member', status: 'active', onboarded: true },
})
const refusal = () =>
  Response.json(
    { status: 401, code: 'token_outdated', title: 'Sign in again.' },
    { status: 401, headers: { 'content-type': 'application/problem+json' } },
  )

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Cookie = { session?: number | undefined; signOuts?: Partial<Record<Uid, number>> }

/**
 * A browser with its tabs, the identity provider and the server. Every answer and every event between tabs waits until
 * the scheduler chooses it, so that each may be early or late. Answers may also be lost.
 */
function createBrowser(scheduler: fc.Scheduler, isLost: () => boolean) {
  const stored = new Map<string, string>()
  const listeners = new Set<Listener>()
  /** On their way to the tabs. */
  let events = 0
  let cookie: Cookie = {}
  const sessions = new Map<number, Uid>()
  let time = 0

  const later = (label: string) => scheduler.schedule(Promise.resolve(), label)

  function write(key: string, newValue: string | null) {
    if (newValue === (stored.get(key) ?? null)) return
    if (newValue === null) stored.delete(key)
    else stored.set(key, newValue)
    events += 1
    const deliver = () => {
      events -= 1
      listeners.forEach((listener) => listener({ key, newValue }))
    }
    void later(`event: ${key}`).then(deliver)
  }

  /** The server's answer, and the cookies that it sets. */
  function answerOf(call: string, sent: Cookie, idToken = ''): [Response, Cookie?] {
    const uid = sessions.get(sent.session ?? 0)
    const session = (of: Uid) => Response.json({ authenticated: true, ...TIMES, user: userOf(of) })
    if (call === 'GET /api/session') return [uid ? session(uid) : Response.json({ authenticated: false })]
    if (call === 'GET /api/me') return [uid ? Response.json({}) : refusal()]
    time += 1
    sessions.delete(sent.session ?? 0)
    if (call === 'POST /api/session/logout') {
      const signOuts = { ...sent.signOuts, ...(uid && { [uid]: time }) }
      return [new Response(null, { status: 204 }), { session: undefined, signOuts }]
    }
    const user = JSON.parse(idToken) as StoredUser
    if (user.signedInAt <= (sent.signOuts?.[user.uid] ?? 0)) return [refusal()]
    sessions.set(time, user.uid)
    return [session(user.uid), { session: time }]
  }

  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body = '{}' } = {}) => {
    const call = `${method} ${url}`
    const sent = cookie
    await later(`sent: ${call}`)
    const lost = isLost()
    const [response, set] = answerOf(call, sent, (JSON.parse(body) as { idToken?: string }).idToken)
    await later(`${lost ? 'lost' : 'answered'}: ${call}`)
    if (lost) throw new TypeError('Failed to fetch')
    cookie = { ...cookie, ...set }
    return response
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => write(key, text),
    removeItem: (key: string) => write(key, null),
  })
  vi.stubGlobal('addEventListener', (type: string, listener: Listener, options?: { signal: AbortSignal }) => {
    if (type !== 'storage') return
    listeners.add(listener)
    options?.signal.addEventListener('abort', () => listeners.delete(listener))
  })
  vi.stubGlobal('removeEventListener', (_: string, listener: Listener) => listeners.delete(listener))
  let lock: Promise<unknown> = Promise.resolve()
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: {
      request: (_: string, __: object, work: () => Promise<unknown>) => (lock = lock.then(work, work)),
    },
  })

  const readUser = () => JSON.parse(stored.get(USER_KEY) ?? 'null') as StoredUser | null

  /** The provider's SDK in one tab, with what `createUserStorage` lets it store. */
  async function openProvider(isSigningIn: () => boolean) {
    const atStart = stored.get(USER_KEY)
    let user = readUser()
    let onUser = () => {}
    const change = (next: StoredUser | null) => {
      user = next
      onUser()
    }
    const started = later('provider: lookup')
    listeners.add(async ({ key }) => {
      if (key !== USER_KEY) return
      await started
      const next = readUser()
      if (next && next.uid === user?.uid) user = next
      else if (next || user) change(next)
    })
    await started
    if (user && stored.get(USER_KEY) === atStart) write(USER_KEY, JSON.stringify(user))
    const provider = partOf<IdentityProvider>({
      currentUser: () =>
        user &&
        partOf<IdentityUser>({
          uid: user.uid,
          getIdTokenResult: async () =>
            ({ token: JSON.stringify(user), claims: { email_verified: true } }) as never,
          getIdToken: async () => {
            await later('provider: token')
            return JSON.stringify(user)
          },
        }),
      onUser: (listener) => {
        onUser = () => listener(null)
        void runPromises().then(onUser)
        return () => {}
      },
      reload: () => later('provider: reload'),
      signInWithEmail: async (uid) => {
        await later('provider: sign-in')
        const next = { uid: uid as Uid, signedInAt: (time += 1) }
        if (isSigningIn() || readUser()?.uid === uid) write(USER_KEY, JSON.stringify(next))
        change(next)
        return undefined as never
      },
      signOut: async () => {
        write(USER_KEY, null)
        change(null)
      },
    })
    return provider
  }

  return {
    openTab() {
      const auth = createAuth({
        openProvider,
        storedUid: () => readUser()?.uid,
        removeStoredUser: () => write(USER_KEY, null),
      })
      const close = auth.listen()
      void auth.resume().then(auth.start)
      return { auth, close }
    },
    endSession: () => sessions.delete(cookie.session ?? 0),
    sessionUid: () => sessions.get(cookie.session ?? 0),
    storedUid: () => readUser()?.uid,
    isUpToDate: () => events === 0,
  }
}

function shownBy(auth: Auth) {
  const shown = auth.state.get()
  return { state: shown.state, uid: shown.state === 'signed-in' ? shown.user.uid : undefined }
}

const action: fc.Arbitrary<Action> = fc.record({
  do: fc.constantFrom(
    ...([
      'sign in',
      'sign in',
      'sign out',
      'refresh',
      'reload',
      'end the session',
      'call',
      'open',
      'wait',
    ] as const),
  ),
  tab: fc.nat(1),
  as: fc.constantFrom('ada', 'ben'),
})

/** @returns what is wrong */
async function explore(
  scheduler: fc.Scheduler,
  actions: readonly (readonly [Action, number])[],
  chances: IterableIterator<number>,
) {
  let isReliable = false
  const browser = createBrowser(scheduler, () => !isReliable && chances.next().value === 0)
  const tabs = [browser.openTab(), browser.openTab()]
  const wrong: string[] = []
  /** Numbers of actions. */
  let signedOutAt = -1
  const signIns: { at: number; uid: string }[] = []
  const signingIn = new Set<Auth>()
  /** A sign-out elsewhere ended a sign-in here: "Sign in again" is shown until the person does. */
  const told = new Set<Auth>()

  const maySee = (uid: string | undefined) =>
    uid === undefined || signIns.some((each) => each.uid === uid && each.at > signedOutAt)

  async function run(step: Action, at: number): Promise<unknown> {
    if (step.do === 'open') return tabs.push(browser.openTab())
    if (step.do === 'end the session') return browser.endSession()
    if (step.do === 'call') return request('GET /api/me')
    if (step.do === 'wait') return vi.advanceTimersByTimeAsync(2 * SECOND)
    const { auth } = tabs[step.tab]!
    if (step.do === 'refresh') return auth.refresh()
    if (step.do === 'reload') return auth.reload()
    if (step.do === 'sign out') return auth.signOut().then(() => (signedOutAt = Math.max(signedOutAt, at)))
    // The form is busy until then.
    if (signingIn.has(auth)) return undefined
    signingIn.add(auth)
    signIns.push({ at, uid: step.as })
    return auth
      .signIn((provider) => provider.signInWithEmail(step.as, ''))
      .catch((error: unknown) => !(error instanceof OfflineError) && told.add(auth))
      .finally(() => signingIn.delete(auth))
  }

  for (const [at, [step, steps]] of actions.entries()) {
    void run(step, at).catch(() => undefined)
    await runPromises()
    for (let one = 0; one < steps && scheduler.count() > 0; one += 1) {
      await scheduler.waitOne()
      await runPromises()
      if (browser.isUpToDate() && !tabs.every(({ auth }) => maySee(shownBy(auth).uid)))
        wrong.push('a person is shown after their sign-out')
    }
  }
  isReliable = true
  await runUntilIdle(scheduler)
  // A session that ended elsewhere is noticed by the next call.
  void request('GET /api/me').catch(() => undefined)
  await runUntilIdle(scheduler)

  const uid = browser.storedUid()
  if (!maySee(uid)) wrong.push(`${uid} is signed in after their sign-out`)
  if (uid && browser.sessionUid() !== uid) wrong.push(`${uid} has no session`)
  for (const { auth, close } of tabs) {
    close()
    const shown = shownBy(auth)
    const isTold = shown.state === 'signed-out' && told.has(auth)
    if (shown.state === 'loading' || (shown.uid !== uid && !isTold))
      wrong.push(`a tab shows ${shown.uid ?? shown.state}`)
  }
  return wrong
}

test(
  'tabs agree on who is signed in, whatever the order in which answers and events arrive',
  { timeout: 10 * MINUTE },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.tuple(action, fc.nat(6)), { maxLength: 6 }),
        fc.infiniteStream(fc.nat(9)),
        async (...run) => {
          expect(await explore(...run)).toEqual([])
        },
      ),
      { numRuns: RUNS },
    ),
)
