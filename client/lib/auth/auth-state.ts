import { language } from '#shared/lib/language/current.ts'
import * as m from '#shared/lib/messages.ts'
import { DATA_CACHE } from '#shared/lib/request-limits.ts'
import type { SessionUser } from '#shared/accounts/sessions.ts'
import { claimDrafts, removeDraftsOf } from '#client/lib/storage/drafts.ts'
import { rememberUser } from '#client/lib/error-log/user.ts'
import { createObservable } from '#client/lib/observable.ts'
import { createBackoff } from '#client/lib/storage/backoff.ts'
import { removeUnsentOf } from '#client/lib/offline-queue/entries.ts'
import { ExplainedError, OfflineError, ProblemError } from '#client/lib/request-errors.ts'
import { onSessionMissing, onMembershipChanged } from '#client/lib/http.ts'
import { requestOnce } from '#client/lib/request.ts'

import type { IdentityProvider, IdentityUser } from './firebase.ts'
import { withLock, endSession, ensureSession, exchange } from './session.ts'
import { isRefusal, isSameFailure, logFailedSignIn } from './sign-in-failures.ts'
import { latestSignOut, onSignOut, recordSignOut, signOutBeforePage } from './sign-outs.ts'
import {
  type AuthEvent,
  type AuthState,
  isCurrent,
  isSigningIn,
  newTab,
  outageOf,
  transition,
} from './transitions.ts'

export type { AuthState }
export type Auth = ReturnType<typeof createAuth>

interface Deps {
  /** @param isSigningIn whether a sign-in is in progress in this tab, which no sign-out has followed */
  openProvider: (isSigningIn: () => boolean) => Promise<IdentityProvider>
  /** Id of the user whom the provider has stored in this browser. Needs no network. */
  storedUid: () => string | undefined
  removeStoredUser: () => void
}

/**
 * Synchronises the identity provider's user, the server's session cookie and the state that screens show. A person is
 * signed in only when provider and server agree. `transition` decides what each step leads to; here are the steps.
 */
export function createAuth({ openProvider, storedUid, removeStoredUser }: Deps) {
  let tab = newTab(signOutBeforePage())
  const state = createObservable<AuthState>(tab.shown)
  let opening: Promise<IdentityProvider> | undefined
  let opened: IdentityProvider | undefined
  /** Without a token: the session that the page began with, until the provider has confirmed its person. */
  let current: { idToken?: string; session: Promise<SessionUser | undefined> } | undefined
  let renewing: Promise<boolean> | undefined
  let refreshing: Promise<void> | undefined
  const backoff = createBackoff({ delays: DATA_CACHE, now: Date.now })
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let resuming: Promise<void> | undefined

  function send(event: AuthEvent) {
    catchUp()
    advance(event)
  }

  function advance(event: AuthEvent) {
    const before = tab
    tab = transition(before, event)
    if (tab.shown.state === 'signed-out') current = undefined
    // Updated at once, before the screens: an error in between must not be attributed to a person who has
    // signed out.
    if (tab.shown !== before.shown || tab.isSigningOut !== before.isSigningOut) rememberSignedIn()
    state.set(tab.shown)
  }

  function rememberSignedIn() {
    const { shown, isSigningOut } = tab
    if (isSigningOut) rememberUser(null)
    else if (shown.state !== 'loading') rememberUser(shown.state === 'signed-in' ? shown.user.email : null)
  }

  /** Storage has a sign-out of another tab before the event of it arrives. */
  function catchUp() {
    advance({ type: 'signed out', after: latestSignOut() })
  }

  /** @param after the latest sign-out when the work began */
  function assertCurrent(after: number) {
    catchUp()
    if (!isCurrent(tab, after)) throw new ExplainedError(m.signedOutMeanwhile())
  }

  /** The latest known sign-out. Work that begins now is void once there is a newer one. */
  function begin() {
    catchUp()
    return tab.after
  }

  const provider = () => (opening ??= open())
  const start = () => void synchronise().catch(() => undefined)

  /**
   * The provider's user. After a sign-out it counts only while it is stored for all tabs: another tab may have removed
   * it while the SDK looked it up here.
   */
  function userOf(identity: IdentityProvider) {
    const user = identity.currentUser()
    return user && (latestSignOut() === 0 || storedUid() === user.uid) ? user : null
  }

  /**
   * Finds out who is signed in. If the server's session is that of the user whom the provider has stored, screens need
   * not wait for the provider's SDK: `start` confirms it later.
   */
  const resume = () => (resuming ??= resumeSession())

  /** Resolves once it is known who is signed in, or that this takes longer. */
  const whenKnown = () =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (tab.shown.state === 'loading' && !outageOf(tab)) return
        stop()
        resolve()
      }
      const stop = state.subscribe(check)
      check()
    })

  async function resumeSession() {
    // Not the present one: the page may have sent the call before this script ran.
    const { after } = tab
    const uid = storedUid()
    const session = uid ? await requestOnce('GET /api/session').catch(() => undefined) : undefined
    const user = session?.authenticated ? session.user : undefined
    catchUp()
    const isOutdated = !isCurrent(tab, after) || tab.shown.state !== 'loading'
    if (isOutdated || !user?.emailVerified || user.uid !== uid) return start()
    claimDrafts(user.uid)
    current ??= { session: Promise.resolve(user) }
    send({ type: 'session found', after, user })
  }

  async function open() {
    try {
      opened = await openProvider(() => {
        catchUp()
        return tab.signIns > 0
      })
      // A sign-in synchronises itself, so that its form learns the outcome.
      opened.onUser(() => tab.signIns > 0 || start())
      return opened
    } catch (error) {
      opening = undefined
      throw error
    }
  }

  /** Resolves when provider, session and screens agree. If one is unreachable it rejects, and retries automatically. */
  async function synchronise(after = begin()) {
    assertCurrent(after)
    clearTimeout(retryTimer)
    try {
      const identity = await provider()
      let user: IdentityUser | null
      do {
        user = userOf(identity)
        if (user) await syncUser(user, identity, after)
        else send({ type: 'no user found', after })
        assertCurrent(after)
        // Another tab may have signed in as someone else meanwhile, which a sign-in here does not listen to.
      } while (userOf(identity)?.uid !== user?.uid)
      backoff.succeed()
    } catch (error) {
      assertCurrent(after)
      if (isRefusal(error)) await endRefusedSession(error, after)
      else retryLater(error, after)
      throw error
    }
  }

  async function syncUser(user: IdentityUser, identity: IdentityProvider, after: number) {
    const before = tab.shown
    send({ type: 'user found', after, uid: user.uid })
    const { token: idToken, claims } = await user.getIdTokenResult()
    if (userOf(identity)?.uid !== user.uid) return
    assertCurrent(after)
    const isShown = before.state === 'signed-in' && before.user.uid === user.uid
    if (isShown && tab.signIns === 0 && current) current.idToken ??= idToken
    if (current?.idToken !== idToken) {
      const tokenHolder = { uid: user.uid, emailVerified: claims['email_verified'] === true, idToken }
      const startSession = async (deadline: AbortSignal) => {
        assertCurrent(after)
        // While this waited for its turn, another tab has signed in as someone else: an exchange would end their session.
        if ((storedUid() ?? user.uid) !== user.uid) return undefined
        return exchange(tokenHolder, deadline)
      }
      const session = tab.signIns > 0 ? withLock(startSession) : ensureSession(tokenHolder, startSession)
      current = { idToken, session }
    }
    const mine = current
    const outcome = await Promise.allSettled([mine.session])
    assertCurrent(after)
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
    send({ type: 'session confirmed', after, user: session })
  }

  /**
   * Ends a session that the server refuses. Half signed in, every call would fail, so this signs out of the provider
   * too.
   */
  async function endRefusedSession(refusal: unknown, after: number) {
    if (isSigningIn(tab)) logFailedSignIn(refusal)
    send({ type: 'refused', after, error: refusal })
    await (await provider()).signOut()
  }

  function retryLater(failure: unknown, after: number) {
    const delay = backoff.fail(failure instanceof ProblemError ? failure.retryAfter : 0)
    retryTimer = setTimeout(start, delay)
    const shown = outageOf(tab)?.error
    if (isSigningIn(tab) && !(shown && isSameFailure(shown, failure))) logFailedSignIn(failure)
    send({ type: 'unreachable', after, error: failure, retryAt: Date.now() + delay })
  }

  /** Signs in or creates an account: runs `prove` with the provider, then starts a session for the result. */
  async function signIn(prove: (identity: IdentityProvider) => Promise<unknown>) {
    const after = begin()
    send({ type: 'sign-in started', after })
    try {
      await proveOrCatchUp(prove, await provider())
      assertCurrent(after)
      await synchronise(after)
    } finally {
      send({ type: 'sign-in finished', after })
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
    const after = begin()
    const uid = tab.shown.state === 'signed-in' ? tab.shown.user.uid : ''
    // From now on calls may fail because the session is over.
    send({ type: 'sign-out started', after })
    try {
      await withLock(async (deadline) => {
        catchUp()
        // Another tab was faster, and the person may have signed in again.
        if (!isCurrent(tab, after)) return
        await endSession(everywhere, deadline)
        removeStoredUser()
        recordSignOut(uid)
        removeDraftsOf(uid)
        removeUnsentOf(uid)
        await opened?.signOut()
        send({ type: 'no user found', after: begin() })
      })
    } finally {
      send({ type: 'sign-out finished', after })
    }
  }

  /** Reloads the person from the provider, and renews the session if the email address is now verified. */
  async function reload() {
    const after = begin()
    const identity = await provider()
    await identity.reload()
    const { shown } = tab
    const user = userOf(identity)
    if (user?.emailVerified && shown.state === 'signed-in' && !shown.user.emailVerified) {
      await user.getIdToken(true)
    }
    await synchronise(after)
  }

  /** Reloads the person from the server: their role or status may have changed. */
  async function refresh(after = begin()) {
    assertCurrent(after)
    current = undefined
    await synchronise(after)
  }

  async function renew() {
    const after = begin()
    try {
      await userOf(await provider())?.getIdToken(true)
      await refresh(after)
      return tab.shown.state === 'signed-in'
    } catch (error) {
      if (!isCurrent(tab, after)) return false
      if (!isRefusal(error)) throw new OfflineError({ cause: error })
      await endRefusedSession(error, after)
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
    if (opened && tab.shown.state === 'signed-out' && storedUid()) start()
  }

  return { state, listen, start, resume, whenKnown, provider, signIn, signOut, reload, refresh }
}
