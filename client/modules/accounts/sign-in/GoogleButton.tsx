import { useEffect, useState } from 'react'

import * as m from '#shared/accounts/messages.ts'
import type { Auth } from '#client/lib/auth/auth-state.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import type { IdentityProvider } from '#client/lib/auth/firebase.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import styles from './account.module.css'
import { codeOf, explainAuth } from './auth-errors.ts'
import { GoogleMark } from './GoogleMark.tsx'
import { sessionFailureOf } from './SignInFailure.tsx'
import { useAction } from './use-action.ts'

/**
 * Google always asks for the account. If the browser blocks the pop-up, the page can redirect to Google instead. A
 * refusal of our own server is shown in the form's `SignInFailure`.
 */
export function GoogleButton({ children }: { children: string }) {
  const auth = useAuth()
  const { signIn, provider } = auth
  const [returned, setReturned] = useState<unknown>()
  const byPopup = useAction(() => signInWithGoogle(signIn))
  const byRedirect = useAction(async () => {
    await (await provider()).redirectToGoogle()
  })

  // Shows an error of the redirect to Google, once the page is back.
  useEffect(() => {
    provider()
      .then(({ redirectFailure }) => setReturned(redirectFailure))
      .catch(() => undefined)
  }, [provider])

  const failure = byRedirect.failure ?? byPopup.failure ?? (byPopup.busy ? undefined : returned)
  return (
    <>
      <Button
        variant="secondary"
        className={styles.google}
        busy={byPopup.busy && m.googleWaiting()}
        onClick={byPopup.start}
      >
        <GoogleMark />
        {children}
      </Button>
      {failure !== undefined && sessionFailureOf(auth) === undefined && (
        <Notice
          tone="danger"
          actions={
            codeOf(failure) === 'auth/popup-blocked' && (
              <Button
                variant="secondary"
                busy={byRedirect.busy && m.googleOpening()}
                onClick={byRedirect.start}
              >
                {m.googleRedirect()}
              </Button>
            )
          }
        >
          {explainAuth(failure).message}
        </Notice>
      )}
    </>
  )
}

/** An account that someone else had created with the address is gone after the first attempt. */
async function signInWithGoogle(signIn: Auth['signIn']) {
  let chosen: Awaited<ReturnType<IdentityProvider['signInWithGoogle']>> | undefined
  try {
    await signIn(async (identity) => (chosen = await identity.signInWithGoogle()))
  } catch (error) {
    const result = chosen
    if (!result || codeOf(error) !== 'account_replaced') throw error
    await signIn((identity) => identity.repeatGoogle(result))
  }
}
