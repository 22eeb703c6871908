import { DATA_CACHE } from '#shared/constants.ts'
import type { SessionUser } from '#shared/session.ts'

import { claimDrafts, removeDraftsOf } from './drafts.ts'
import type { IdentityProvider, IdentityUser } from './firebase.ts'
import { createObservable } from './observable.ts'
import { createBackoff } from './offline-queue/backoff.ts'
import { removeUnsentOf } from './offline-queue/entries.ts'
import { OfflineError, onSessionMissing, onMembershipChanged, ProblemError } from './request.ts'
import { withLock, endSession, ensureSession, exchange } from './session.ts'

export type AuthState =
  /** `unreachable`: the provider or the server does not answer, and is being asked again. */
  | { state: 'loading'; unreachable?: true }
  /** `ended`: not by the person's own wish, so they hear why they are asked again. */
  | { state: 'signed-out'; ended?: true }
  | { state: 'signed-in'; user: SessionUser }

export type Auth = ReturnType<typeof createAuth>

/**
 * Keeps three things in step: who the identity provider says is here, the server's session cookie, and what the
 * screens are told. Someone is signed in only when provider and server agree.
 */
export function createAuth(openProvider: () => Promise<IdentityProvider>) {
  const state = createObservable<AuthState>({ state: 'loading' })
  let otherTabs: BroadcastChannel | undefined
  let opening: Promise<IdentityProvider> | undefined
  let following: { idToken: string; session: Promise<SessionUser> } | undefined
  let renewing: Promise<boolean> | undefined
  let refreshing: Promise<void> | undefined
  /** Sign-ins under way in this tab: each makes a new session, so that it counts as recent. */
  let acting = 0
  const backoff = createBackoff({ delays: DATA_CACHE, now: Date.now })
  let nextTry: ReturnType<typeof setTimeout> | undefined

  const provider = () => (opening ??= open())
  const start = () => void settle().catch(() => undefined)

  async function open() {
    try {
      const identity = await openProvider()
      identity.onUser(start)
      return identity
    } catch (error) {
      opening = undefined
      throw error
    }
  }

  /** Resolves when provider, session and screens agree. Out of reach, it rejects, and goes on trying by itself. */
  async function settle() {
    clearTimeout(nextTry)
    try {
      const identity = await provider()
      const user = identity.currentUser()
      if (user) await follow(user, identity)
      else leave()
      backoff.succeed()
    } catch (error) {
      if (isRefusal(error)) await giveUp()
      else tryLater()
      throw error
    }
  }

  async function follow(user: IdentityUser, identity: IdentityProvider) {
    const shown = state.get()
    if (shown.state === 'signed-out' || (shown.state === 'signed-in' && shown.user.uid !== user.uid)) {
      state.set({ state: 'loading' })
    }
    const { token: idToken, claims } = await user.getIdTokenResult()
    if (identity.currentUser()?.uid !== user.uid) return
    if (following?.idToken !== idToken) {
      const holder = { uid: user.uid, emailVerified: claims['email_verified'] === true, idToken }
      const anew = acting > 0
      following = { idToken, session: withLock(() => (anew ? exchange(holder) : ensureSession(holder))) }
    }
    const mine = following
    const outcome = await Promise.allSettled([mine.session])
    // Whatever became of it, someone or something newer is being followed by now.
    if (mine !== following) return
    if (outcome[0].status === 'rejected') {
      following = undefined
      throw outcome[0].reason
    }
    claimDrafts(user.uid)
    state.set({ state: 'signed-in', user: outcome[0].value })
  }

  function leave(ended?: true) {
    following = undefined
    const shown = state.get()
    if (shown.state === 'signed-out' && (shown.ended || !ended)) return
    state.set({ state: 'signed-out', ...(ended && { ended }) })
  }

  /** The server wants to see the person again; half signed in, every call would only fail. */
  async function giveUp() {
    leave(acting > 0 ? undefined : true)
    await (await provider()).signOut()
  }

  function tryLater() {
    if (state.get().state !== 'signed-in') state.set({ state: 'loading', unreachable: true })
    nextTry = setTimeout(start, backoff.fail())
  }

  /** Signs in or up: whatever `prove` does with the provider, then a new session for the outcome. */
  async function signIn(prove: (identity: IdentityProvider) => Promise<unknown>) {
    acting += 1
    try {
      await prove(await provider())
      await settle()
    } finally {
      acting -= 1
    }
  }

  /**
   * The server first: should it be out of reach, nothing has changed and the person hears so. The provider's
   * part needs no network.
   * @param everywhere also on the person's other devices
   */
  async function signOut({ everywhere = false } = {}) {
    const shown = state.get()
    await withLock(async () => {
      await endSession(everywhere)
      following = undefined
      await (await provider()).signOut()
    })
    if (shown.state === 'signed-in') {
      // The rule means windows; a channel reaches this origin alone and takes no target.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      otherTabs?.postMessage(shown.user.uid)
      forget(shown.user.uid)
    }
    leave()
  }

  /** Asks the provider again about the person, and brings the session in line when the address is now verified. */
  async function reload() {
    const identity = await provider()
    await identity.reload()
    const shown = state.get()
    const user = identity.currentUser()
    if (user?.emailVerified && shown.state === 'signed-in' && !shown.user.emailVerified) {
      await user.getIdToken(true)
    }
    await settle()
  }

  /** Asks the server again about the person: what they are here may have changed. */
  async function refresh() {
    following = undefined
    await settle()
  }

  async function renew() {
    try {
      await (await provider()).currentUser()?.getIdToken(true)
      await refresh()
      return state.get().state === 'signed-in'
    } catch (error) {
      if (!isRefusal(error)) throw new OfflineError({ cause: error })
      await giveUp()
      return false
    }
  }

  /** Hears of calls that found no session or another standing, and of sign-outs in other tabs, until it is told to stop. */
  function listen() {
    onSessionMissing(() => (renewing ??= renew().finally(() => (renewing = undefined))))
    onMembershipChanged(() => {
      // Out of reach, it is asked for again by itself.
      refreshing ??= refresh()
        .catch(() => undefined)
        .finally(() => (refreshing = undefined))
    })
    otherTabs = new BroadcastChannel('auth')
    otherTabs.addEventListener('message', ({ data: uid }: MessageEvent<string>) => {
      forget(uid)
      const shown = state.get()
      if (shown.state === 'signed-in' && shown.user.uid === uid) leave()
    })
    return () => otherTabs?.close()
  }

  return { state, listen, start, provider, signIn, signOut, reload, refresh }
}

/** What this browser keeps for someone who signs out by their own wish. */
function forget(uid: string) {
  removeDraftsOf(uid)
  removeUnsentOf(uid)
}

/** The provider's codes for trouble that passes; every other one of its codes is about the person. */
const OUTAGES = [
  'auth/network-request-failed',
  'auth/timeout',
  'auth/internal-error',
  'auth/too-many-requests',
]

/** That this person has to sign in again, as opposed to an outage or a defect of ours. */
function isRefusal(error: unknown) {
  if (error instanceof ProblemError) return error.status < 500 && ![408, 429].includes(error.status)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('auth/') && !OUTAGES.includes(code)
}
