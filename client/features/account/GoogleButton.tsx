import { useEffect, useState } from 'react'

import { useAuth } from '#client/lib/auth.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import styles from './account.module.css'
import { codeOf, explainAuth } from './auth-errors.ts'
import { GoogleMark } from './GoogleMark.tsx'
import { useCommand } from './use-command.ts'

/** Always asks which account. Where the browser blocks the window, the whole page can go to Google instead. */
export function GoogleButton({ children }: { children: string }) {
  const { signIn, provider } = useAuth()
  const [returned, setReturned] = useState<unknown>()
  const byWindow = useCommand(() => signIn((identity) => identity.signInWithGoogle()))
  const byRedirect = useCommand(async () => {
    await (await provider()).redirectToGoogle()
  })

  // What went wrong at Google when the whole page went there and came back.
  useEffect(() => {
    provider()
      .then(({ redirectFailure }) => setReturned(redirectFailure))
      .catch(() => undefined)
  }, [provider])

  const failure = byRedirect.failure ?? byWindow.failure ?? (byWindow.busy ? undefined : returned)
  return (
    <>
      <Button
        variant="secondary"
        className={styles.google}
        busy={byWindow.busy && 'Waiting for Google…'}
        onClick={byWindow.start}
      >
        <GoogleMark />
        {children}
      </Button>
      {failure !== undefined && (
        <Notice
          tone="danger"
          actions={
            codeOf(failure) === 'auth/popup-blocked' && (
              <Button
                variant="secondary"
                busy={byRedirect.busy && 'Going to Google…'}
                onClick={byRedirect.start}
              >
                Go to Google’s page instead
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
