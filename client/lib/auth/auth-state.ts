import { language } from '#shared/lib/language/current.ts'
import { DATA_CACHE } from '#shared/lib/request-limits.ts'
import type { SessionUser } from '#shared/accounts/sessions.ts'
import { claimDrafts, removeDraftsOf } from '#client/lib/storage/drafts.ts'
import { createBackoff } from '#client/lib/storage/backoff.ts'
import { removeUnsentOf } from '#client/lib/offline-queue/entries.ts'
import { OfflineError, ProblemError } from '#client/lib/request-errors.ts'
import { onSessionMissing, onMembershipChanged } from '#client/lib/http.ts'
import { requestOnce } from '#client/lib/request.ts'

import type { IdentityProvider, IdentityUser } from './firebase.ts'
import { createProvider, type ProviderDeps } from './provider.ts'
import { withLock, endSession, ensureSession, exchange } from './session.ts'
import { isRefusal, isSameFailure, logFailedSignIn } from './sign-in-failures.ts'
import { onSignOut, recordSignOut } from './sign-outs.ts'
import { createTabState } from './tab-state.ts'
import { type AuthState, isSigningIn, outageOf } from './transitions.ts'

type Token = Awaited<ReturnType<IdentityUser['getIdTokenResult']>>

export type { AuthState }
export type Auth = ReturnType<typeof createAuth>

interface Deps extends Pick<ProviderDeps, 'openProvider' | 'storedUid'> {
  removeStoredUser: () => void
}

/**
 * Synchronises the identity provider's user, the server's session cookie and the state that screens show. A person is
 * signed in only when provider and server agree. `transition` decides what each step leads to; here are the steps.
 */
export function createAuth({ openProvider, storedUid, removeStoredUser }: Deps) {
  const tab = createTabState({ onSignedOut: () => (current = undefined) })
  const { state, send, catchUp, begin, isCurrent, assertCurrent, whenKnown } = tab
  /** Without a token: the session that the page began with, until the provider has confirmed its person. */
  let current: { idToken?: string; session: Promise<SessionUser | undefined> } | undefined
  let renewing: Promise<boolean> | undefined
  let refreshing: Promise<void> | undefined
  const backoff = createBackoff({ delays: DATA_CACHE, now: Date.now })
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let resuming: Promise<void> | undefined

  const start = () => void synchronise().catch(() => undefined)

  const provider = createProvider({ openProvider, storedUid, tab, onUser: start })
  const { userOf } = provider

  /**
   * Finds out who is signed in. If the server's session is that of the user whom the provider has stored, screens need
   * not wait for the provider's SDK: `start` confirms it later.
   */
  const resume = () => (resuming ??= resumeSession())

  async function resumeSession() {
    // Not the present one: the page may have sent the call before this script ran.
    const { lastSignOut } = tab.get()
    const uid = storedUid()
    const session = uid ? await requestOnce('GET /api/session').catch(() => undefined) : undefined
    const user = session?.authenticated ? session.user : undefined
    catchUp()
    const isOutdated = !isCurrent(lastSignOut) || tab.get().shown.state !== 'loading'
    if (isOutdated || !user?.emailVerified || user.uid !== uid) return start()
    claimDrafts(user.uid)
    current ??= { session: Promise.resolve(user) }
    send({ type: 'session found', lastSignOut, user })
  }

  /** Resolves when provider, session and screens agree. If one is unreachable it rejects, and retries automatically. */
  async function synchronise(lastSignOut = begin()) {
    assertCurrent(lastSignOut)
    clearTimeout(retryTimer)
    try {
      const identity = await provider.open()
      let user: IdentityUser | null
      do {
        user = userOf(identity)
        if (user) await syncUser(user, identity, lastSignOut)
        else send({ type: 'no user found', lastSignOut })
        assertCurrent(lastSignOut)
        // Another tab may have signed in as someone else meanwhile, which a sign-in here does not listen to.
      } while (userOf(identity)?.uid !== user?.uid)
      backoff.succeed()
    } catch (error) {
      assertCurrent(lastSignOut)
      if (isRefusal(error)) await endRefusedSession(error, lastSignOut)
      else retryLater(error, lastSignOut)
      throw error
    }
  }

  async function syncUser(user: IdentityUser, identity: IdentityProvider, lastSignOut: number) {
    const before = tab.get().shown
    send({ type: 'user found', lastSignOut, uid: user.uid })
    const token = await user.getIdTokenResult()
    if (userOf(identity)?.uid !== user.uid) return
    assertCurrent(lastSignOut)
    const isShown = before.state === 'signed-in' && before.user.uid === user.uid
    if (isShown && tab.get().signIns === 0 && current) current.idToken ??= token.token
    const mine = sessionFor(user, token, lastSignOut)
    const outcome = await Promise.allSettled([mine.session])
    assertCurrent(lastSignOut)
    // Superseded by a newer token or another person.
    if (mine !== current) return
    if (outcome[0].status === 'rejected') {
      current = undefined
      throw outcome[0].reason
    }
    const session = outcome[0].value
    if (!session) return
    claimDrafts(user.uid)
    const chosen = session.language
    // Never from a screen in use, which may have input.
    if (before.state !== 'signed-in' && chosen && chosen !== language()) return location.reload()
    send({ type: 'session confirmed', lastSignOut, user: session })
  }

  /** The session of the token, which is started unless there is one. */
  function sessionFor({ uid }: IdentityUser, { token: idToken, claims }: Token, lastSignOut: number) {
    if (current?.idToken === idToken) return current
    const tokenHolder = { uid, emailVerified: claims['email_verified'] === true, idToken }
    const startSession = async (deadline: AbortSignal) => {
      assertCurrent(lastSignOut)
      // While this waited for its turn, another tab has signed in as someone else: an exchange would end their session.
      return (storedUid() ?? uid) === uid ? exchange(tokenHolder, deadline) : undefined
    }
    const session = tab.get().signIns > 0 ? withLock(startSession) : ensureSession(tokenHolder, startSession)
    return (current = { idToken, session })
  }

  /**
   * Ends a session that the server refuses. Half signed in, every call would fail, so this signs out of the provider
   * too.
   */
  async function endRefusedSession(refusal: unknown, lastSignOut: number) {
    if (isSigningIn(tab.get())) logFailedSignIn(refusal)
    send({ type: 'refused', lastSignOut, error: refusal })
    await (await provider.open()).signOut()
  }

  function retryLater(failure: unknown, lastSignOut: number) {
    const delay = backoff.fail(failure instanceof ProblemError ? failure.retryAfter : 0)
    retryTimer = setTimeout(start, delay)
    const shown = outageOf(tab.get())?.error
    if (isSigningIn(tab.get()) && !(shown && isSameFailure(shown, failure))) logFailedSignIn(failure)
    send({ type: 'unreachable', lastSignOut, error: failure, retryAt: Date.now() + delay })
  }

  /** Signs in or creates an account: runs `prove` with the provider, then starts a session for the result. */
  async function signIn(prove: (identity: IdentityProvider) => Promise<unknown>) {
    const lastSignOut = begin()
    send({ type: 'sign-in started', lastSignOut })
    try {
      await proveOrCatchUp(prove, await provider.open())
      assertCurrent(lastSignOut)
      await synchronise(lastSignOut)
    } finally {
      send({ type: 'sign-in finished', lastSignOut })
    }
  }

  async function proveOrCatchUp(
    prove: (identity: IdentityProvider) => Promise<unknown>,
    identity: IdentityProvider,
  ) {
    try {
      await prove(identity)
    } catch (error) {
      // Another tab may have signed in or out meanwhile.
      start()
      throw error
    }
  }

  /**
   * Ends the server's session first: if that is unreachable, nothing has changed, and the caller gets an error. The
   * provider's part needs no network, and does not wait for an SDK that is still starting.
   * @param everywhere also on the person's other devices
   */
  async function signOut({ everywhere = false } = {}) {
    const lastSignOut = begin()
    const { shown } = tab.get()
    const uid = shown.state === 'signed-in' ? shown.user.uid : ''
    // From now on calls may fail because the session is over.
    send({ type: 'sign-out started', lastSignOut })
    try {
      await withLock(async (deadline) => {
        catchUp()
        // Another tab was faster, and the person may have signed in again.
        if (!isCurrent(lastSignOut)) return
        await endSession(everywhere, deadline)
        removeStoredUser()
        recordSignOut(uid)
        removeDraftsOf(uid)
        removeUnsentOf(uid)
        await provider.opened?.signOut()
        send({ type: 'no user found', lastSignOut: begin() })
      })
    } finally {
      send({ type: 'sign-out finished', lastSignOut })
    }
  }

  /** Reloads the person from the provider, and renews the session if the email address is now verified. */
  async function reload() {
    const lastSignOut = begin()
    const identity = await provider.open()
    await identity.reload()
    const { shown } = tab.get()
    const user = userOf(identity)
    if (user?.emailVerified && shown.state === 'signed-in' && !shown.user.emailVerified) {
      await user.getIdToken(true)
    }
    await synchronise(lastSignOut)
  }

  /** Reloads the person from the server: their role or status may have changed. */
  async function refresh(lastSignOut = begin()) {
    assertCurrent(lastSignOut)
    current = undefined
    await synchronise(lastSignOut)
  }

  async function renew() {
    const lastSignOut = begin()
    try {
      await userOf(await provider.open())?.getIdToken(true)
      await refresh(lastSignOut)
      return tab.get().shown.state === 'signed-in'
    } catch (error) {
      if (!isCurrent(lastSignOut)) return false
      if (!isRefusal(error)) throw new OfflineError({ cause: error })
      await endRefusedSession(error, lastSignOut)
      return false
    }
  }

  /** Handles missing sessions, changed memberships, and what other tabs do. @returns a function that stops it */
  function listen() {
    onSessionMissing(() => (renewing ??= renew().finally(() => (renewing = undefined))), storedUid)
    onMembershipChanged(() => {
      // If the server is unreachable, it is retried automatically.
      refreshing ??= refresh()
        .catch(() => undefined)
        .finally(() => (refreshing = undefined))
    })
    const stop = onSignOut((uid) => {
      // The tab of the sign-out has deleted what tabs share, which may be of a later sign-in by now.
      if (uid) removeDraftsOf(uid)
      catchUp()
    })
    addEventListener('storage', followSignIn)
    return () => {
      stop()
      removeEventListener('storage', followSignIn)
    }
  }

  /** The SDK does not report a person whom it already has: they may have signed out and in while this tab was frozen. */
  function followSignIn() {
    if (provider.opened && tab.get().shown.state === 'signed-out' && storedUid()) start()
  }

  return {
    state,
    listen,
    start,
    resume,
    whenKnown,
    provider: provider.open,
    signIn,
    signOut,
    reload,
    refresh,
  }
}
