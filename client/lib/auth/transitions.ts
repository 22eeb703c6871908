import type { SessionUser } from '#shared/accounts/sessions.ts'

import { isSameFailure } from './sign-in-failures.ts'

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

/** This tab's knowledge of who is signed in. */
export interface Tab {
  /** Shown by screens. */
  readonly shown: AuthState
  /** The latest sign-out that this tab knows of, in any tab. Everything that began before it is void. */
  readonly lastSignOut: number
  /** Sign-ins in progress in this tab: each starts a new session, so that it counts as recent. */
  readonly signIns: number
  readonly isSigningOut: boolean
}

/** Each has the latest sign-out that was known when its work began. */
export type AuthEvent = { lastSignOut: number } & (
  | { type: 'sign-in started' }
  | { type: 'sign-in finished' }
  | { type: 'sign-out started' }
  | { type: 'sign-out finished' }
  /** A sign-out in any tab, at `lastSignOut`. */
  | { type: 'signed out' }
  /** The server's session is that of the user whom the provider has stored. */
  | { type: 'session found'; user: SessionUser }
  /** The provider has this user; their session is on its way. */
  | { type: 'user found'; uid: string }
  | { type: 'session confirmed'; user: SessionUser }
  | { type: 'no user found' }
  | { type: 'refused'; error: unknown }
  | { type: 'unreachable'; error: unknown; retryAt: number }
)

/** Until it is known who is signed in. */
export const LOADING: AuthState = { state: 'loading' }
const SIGNED_OUT: AuthState = { state: 'signed-out' }

export const newTab = (lastSignOut: number): Tab => ({
  shown: LOADING,
  lastSignOut,
  signIns: 0,
  isSigningOut: false,
})

export const outageOf = ({ shown }: Tab) => (shown.state === 'loading' ? shown.outage : undefined)

/** Whether the person waits for a session after signing in here. */
export const isSigningIn = (tab: Tab) => tab.signIns > 0 || outageOf(tab)?.isSignIn === true

/** Whether the work that began after this sign-out still counts. */
export const isCurrent = (tab: Tab, lastSignOut: number) => lastSignOut === tab.lastSignOut

/** Returns the same object if nothing changes. */
export function transition(tab: Tab, event: AuthEvent): Tab {
  if (event.type === 'signed out') {
    return event.lastSignOut > tab.lastSignOut ? { ...newTab(event.lastSignOut), shown: SIGNED_OUT } : tab
  }
  if (!isCurrent(tab, event.lastSignOut)) return tab
  const show = (shown: AuthState) => (shown === tab.shown ? tab : { ...tab, shown })
  const { shown } = tab
  switch (event.type) {
    case 'sign-in started':
      return { ...tab, signIns: tab.signIns + 1, shown: withoutFailure(shown) }
    case 'sign-in finished':
      return { ...tab, signIns: tab.signIns - 1 }
    case 'sign-out started':
      return { ...tab, isSigningOut: true }
    case 'sign-out finished':
      return { ...tab, isSigningOut: false }
    case 'session found':
      return shown.state === 'loading' ? show(signedIn(shown, event.user)) : tab
    case 'user found':
      return isShownAs(shown, event.uid) ? tab : show(LOADING)
    case 'session confirmed':
      return show(signedIn(shown, event.user))
    case 'no user found':
      return show(shown.state === 'signed-out' ? shown : SIGNED_OUT)
    case 'refused':
      return show({
        state: 'signed-out',
        ...(isSigningIn(tab) ? { refusal: event.error } : { ended: true }),
      })
    case 'unreachable':
      return show(shown.state === 'signed-in' ? shown : withOutage(tab, event))
  }
}

/** Whether the screen shows this user, or waits for one. */
const isShownAs = (shown: AuthState, uid: string) =>
  shown.state === 'loading' || (shown.state === 'signed-in' && shown.user.uid === uid)

/** Mostly this confirms what screens show already: a new state would render all of them again. */
function signedIn(shown: AuthState, user: SessionUser): AuthState {
  const next: AuthState = { state: 'signed-in', user }
  return JSON.stringify(next) === JSON.stringify(shown) ? shown : next
}

/** Clears the failure of an earlier sign-in. */
const withoutFailure = (shown: AuthState): AuthState =>
  shown.state === 'signed-in' ? shown : { state: shown.state }

function withOutage(tab: Tab, { error, retryAt }: { error: unknown; retryAt: number }): AuthState {
  const before = outageOf(tab)?.error
  // Keeps the error code, which the person may have written down, until the cause changes.
  const kept = before && isSameFailure(before, error) ? before : error
  return { state: 'loading', outage: { error: kept, retryAt, isSignIn: isSigningIn(tab) } }
}
