import * as m from '#shared/lib/messages.ts'
import { rememberUser } from '#client/lib/error-log/user.ts'
import { createObservable } from '#client/lib/observable.ts'
import { ExplainedError } from '#client/lib/request-errors.ts'

import { latestSignOut, signOutBeforePage } from './sign-outs.ts'
import { type AuthEvent, type AuthState, isCurrent, newTab, outageOf, transition } from './transitions.ts'

export type TabState = ReturnType<typeof createTabState>

/** Applies events to this tab's state, each with the sign-outs of all tabs before it. */
export function createTabState({ onSignedOut }: { onSignedOut: () => void }) {
  let tab = newTab(signOutBeforePage())
  const state = createObservable<AuthState>(tab.shown)

  function send(event: AuthEvent) {
    catchUp()
    advance(event)
  }

  function advance(event: AuthEvent) {
    const before = tab
    tab = transition(before, event)
    if (tab.shown.state === 'signed-out') onSignedOut()
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
    advance({ type: 'signed out', lastSignOut: latestSignOut() })
  }

  return {
    state,
    get: () => tab,
    send,
    catchUp,

    /** The latest known sign-out. Work that begins now is void once there is a newer one. */
    begin() {
      catchUp()
      return tab.lastSignOut
    },

    isCurrent: (lastSignOut: number) => isCurrent(tab, lastSignOut),

    /** @param lastSignOut the latest one when the work began */
    assertCurrent(lastSignOut: number) {
      catchUp()
      if (!isCurrent(tab, lastSignOut)) throw new ExplainedError(m.signedOutMeanwhile())
    },

    /** Resolves once it is known who is signed in, or that this takes longer. */
    whenKnown: () =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (tab.shown.state === 'loading' && !outageOf(tab)) return
          stop()
          resolve()
        }
        const stop = state.subscribe(check)
        check()
      }),
  }
}
