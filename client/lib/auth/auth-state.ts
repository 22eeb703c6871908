import { language } from '#shared/lib/language/current.ts'
import { DATA_CACHE } from '#shared/lib/request-limits.ts'
import type { SessionUser } from '#shared/accounts/sessions.ts'
import { claimDrafts, removeDraftsOf } from '#client/lib/drafts.ts'
import { rememberUser } from '#client/lib/error-log/user.ts'
import { createObservable } from '#client/lib/observable.ts'
import { createBackoff } from '#client/lib/offline-queue/backoff.ts'
import { removeUnsentOf } from '#client/lib/offline-queue/entries.ts'
import { OfflineError, ProblemError } from '#client/lib/request-errors.ts'
import { onSessionMissing, onMembershipChanged } from '#client/lib/http.ts'
import { requestOnce } from '#client/lib/request.ts'

import type { IdentityProvider, IdentityUser } from './firebase.ts'
import { withLock, endSession, ensureSession, exchange } from './session.ts'
import { isRefusal, isSameFailure, logFailedSignIn } from './sign-in-failures.ts'

export type AuthState =
  /** `outage`: the provider or the server failed, and is being retried. */
  | { state: 'loading'; outage?: Outage }
  /**
   * `ended`: the session expired or was revoked, so the screen explains why they have to sign in again. `refusal`:
   * the server did not accept a sign-in.
   */
  | { state: 'signed-out'; ended?: true; refusal?: unknown }
  | { state: 'signed-in'; user: SessionUser }

interface Outage {
  error: unknown
  /** Epoch milliseconds. */
  retryAt: number
  /** Whether the person has just signed in and waits for their session. */
  isSignIn: boolean
}

export type Auth = ReturnType<typeof createAuth>

interface Deps {
  openProvider: () => Promise<IdentityProvider>
  /** Id of the user whom the provider has stored in this browser. Needs no network. */
  storedUid: () => string | undefined
}

/**
 * Synchronises the identity provider's user, the server's session cookie and the state that screens show. A person is
 * signed in only when provider and server agree.
 */
export function createAuth({ openProvider, storedUid }: Deps) {
  const state = createObservable<AuthState>({ state: 'loading' })
  let otherTabs: BroadcastChannel | undefined
  let opening: Promise<IdentityProvider> | undefined
  let current: { idToken: string; session: Promise<SessionUser> } | undefined
  let renewing: Promise<boolean> | undefined
  let refreshing: Promise<void> | undefined
  /** Number of sign-ins in progress in this tab: each starts a new session, so that it counts as recent. */
  let signInsInProgress = 0
  const backoff = createBackoff({ delays: DATA_CACHE, now: Date.now })
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let resuming: Promise<void> | undefined

  // Updated at once, before the screens: an error in between must not be attributed to a person who has
  // signed out.
  state.subscribe(rememberSignedIn)
  function rememberSignedIn() {
    const now = state.get()
    if (now.state !== 'loading') rememberUser(now.state === 'signed-in' ? now.user.email : null)
  }

  const provider = () => (opening ??= open())
  const start = () => void synchronise().catch(() => undefined)

  /**
   * Finds out who is signed in. If the server's session is that of the user whom the provider has stored, screens need
   * not wait for the provider's SDK: `start` confirms it later.
   */
  const resume = () => (resuming ??= resumeSession())

  /** Resolves once it is known who is signed in, or that this takes longer. */
  const whenKnown = () =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (state.get().state === 'loading' && !outage()) return
        stop()
        resolve()
      }
      const stop = state.subscribe(check)
      check()
    })

  async function resumeSession() {
    const uid = storedUid()
    const session = uid ? await requestOnce('GET /api/session').catch(() => undefined) : undefined
    const user = session?.authenticated ? session.user : undefined
    if (user?.uid !== uid || !user?.emailVerified || state.get().state !== 'loading') return start()
    claimDrafts(user.uid)
    setSignedIn(user)
  }

  async function open() {
    try {
      const identity = await openProvider()
      // A sign-in synchronises itself, so that its form learns the outcome.
      identity.onUser(() => signInsInProgress > 0 || start())
      return identity
    } catch (error) {
      opening = undefined
      throw error
    }
  }

  /** Resolves when provider, session and screens agree. If one is unreachable it rejects, and retries automatically. */
  async function synchronise() {
    clearTimeout(retryTimer)
    try {
      const identity = await provider()
      const user = identity.currentUser()
      if (user) await syncUser(user, identity)
      else setSignedOut()
      backoff.succeed()
    } catch (error) {
      if (isRefusal(error)) await endRefusedSession(error)
      else retryLater(error)
      throw error
    }
  }

  async function syncUser(user: IdentityUser, identity: IdentityProvider) {
    const before = state.get()
    if (before.state === 'signed-out' || (before.state === 'signed-in' && before.user.uid !== user.uid)) {
      state.set({ state: 'loading' })
    }
    const { token: idToken, claims } = await user.getIdTokenResult()
    if (identity.currentUser()?.uid !== user.uid) return
    if (current?.idToken !== idToken) {
      const tokenHolder = { uid: user.uid, emailVerified: claims['email_verified'] === true, idToken }
      const isSignIn = signInsInProgress > 0
      current = {
        idToken,
        session: isSignIn
          ? withLock((deadline) => exchange(tokenHolder, deadline))
          : ensureSession(tokenHolder),
      }
    }
    const mine = current
    const outcome = await Promise.allSettled([mine.session])
    // Superseded by a newer token or another person.
    if (mine !== current) return
    if (outcome[0].status === 'rejected') {
      current = undefined
      throw outcome[0].reason
    }
    claimDrafts(user.uid)
    const chosen = outcome[0].value.language
    // Never from a screen in use, which may have input.
    if (before.state !== 'signed-in' && chosen && chosen !== language()) return location.reload()
    setSignedIn(outcome[0].value)
  }

  /** Mostly this confirms what screens show already: a new state would render all of them again. */
  function setSignedIn(user: SessionUser) {
    const next: AuthState = { state: 'signed-in', user }
    if (JSON.stringify(next) !== JSON.stringify(state.get())) state.set(next)
  }

  function setSignedOut(why: { ended?: true; refusal?: unknown } = {}) {
    current = undefined
    const isExplained = Object.keys(why).length > 0
    if (state.get().state !== 'signed-out' || isExplained) state.set({ state: 'signed-out', ...why })
  }

  const outage = () => {
    const now = state.get()
    return now.state === 'loading' ? now.outage : undefined
  }
  const isSigningIn = () => signInsInProgress > 0 || outage()?.isSignIn === true

  /**
   * Ends a session that the server refuses. Half signed in, every call would fail, so this signs out of the provider
   * too.
   */
  async function endRefusedSession(refusal: unknown) {
    if (isSigningIn()) {
      logFailedSignIn(refusal)
      setSignedOut({ refusal })
    } else setSignedOut({ ended: true })
    await (await provider()).signOut()
  }

  function retryLater(failure: unknown) {
    const delay = backoff.fail(failure instanceof ProblemError ? failure.retryAfter : 0)
    retryTimer = setTimeout(start, delay)
    const isSignIn = isSigningIn()
    const shown = outage()?.error
    // Keeps the error code, which the person may have written down, until the cause changes.
    const error = shown && isSameFailure(shown, failure) ? shown : failure
    if (isSignIn && error === failure) logFailedSignIn(failure)
    if (state.get().state === 'signed-in') return
    state.set({ state: 'loading', outage: { error, retryAt: Date.now() + delay, isSignIn } })
  }

  /** Signs in or creates an account: runs `prove` with the provider, then starts a session for the result. */
  async function signIn(prove: (identity: IdentityProvider) => Promise<unknown>) {
    signInsInProgress += 1
    forgetFailure()
    try {
      await proveOrCatchUp(prove, await provider())
      await synchronise()
    } finally {
      signInsInProgress -= 1
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

  /** Clears the failure of an earlier sign-in. */
  function forgetFailure() {
    const before = state.get()
    if (before.state !== 'signed-in') state.set({ state: before.state })
  }

  /**
   * Ends the server's session first: if that is unreachable, nothing has changed, and the caller gets an error. The
   * provider's part needs no network.
   * @param everywhere also on the person's other devices
   */
  async function signOut({ everywhere = false } = {}) {
    const before = state.get()
    // From now on calls may fail because the session is over.
    rememberUser(null)
    try {
      await withLock(async (deadline) => {
        await endSession(everywhere, deadline)
        current = undefined
        await (await provider()).signOut()
      })
    } catch (error) {
      rememberSignedIn()
      throw error
    }
    if (before.state === 'signed-in') {
      // The rule is about windows; a channel reaches only this origin and takes no target.
      //
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      otherTabs?.postMessage(before.user.uid)
      deleteStoredData(before.user.uid)
    }
    setSignedOut()
  }

  /** Reloads the person from the provider, and renews the session if the email address is now verified. */
  async function reload() {
    const identity = await provider()
    await identity.reload()
    const before = state.get()
    const user = identity.currentUser()
    if (user?.emailVerified && before.state === 'signed-in' && !before.user.emailVerified) {
      await user.getIdToken(true)
    }
    await synchronise()
  }

  /** Reloads the person from the server: their role or status may have changed. */
  async function refresh() {
    current = undefined
    await synchronise()
  }

  async function renew() {
    try {
      await (await provider()).currentUser()?.getIdToken(true)
      await refresh()
      return state.get().state === 'signed-in'
    } catch (error) {
      if (!isRefusal(error)) throw new OfflineError({ cause: error })
      await endRefusedSession(error)
      return false
    }
  }

  /** Handles missing sessions, changed memberships and sign-outs in other tabs. @returns a function that stops it */
  function listen() {
    onSessionMissing(() => (renewing ??= renew().finally(() => (renewing = undefined))))
    onMembershipChanged(() => {
      // If the server is unreachable, it is retried automatically.
      refreshing ??= refresh()
        .catch(() => undefined)
        .finally(() => (refreshing = undefined))
    })
    otherTabs = new BroadcastChannel('auth')
    otherTabs.addEventListener('message', ({ data: uid }: MessageEvent<string>) => {
      deleteStoredData(uid)
      const before = state.get()
      if (before.state === 'signed-in' && before.user.uid === uid) setSignedOut()
    })
    return () => otherTabs?.close()
  }

  return { state, listen, start, resume, whenKnown, provider, signIn, signOut, reload, refresh }
}

/** Deletes this browser's data of a person when they sign out themselves. */
function deleteStoredData(uid: string) {
  removeDraftsOf(uid)
  removeUnsentOf(uid)
}
