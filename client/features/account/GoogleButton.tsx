import { useEffect, useState } from 'react'

import { useAuth } from '#client/lib/auth.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import styles from './account.module.css'
import { codeOf, explainAuth } from './auth-errors.ts'
import { GoogleMark } from './GoogleMark.tsx'

/** Always asks which account. Where the browser blocks the window, the whole page can go to Google instead. */
export function GoogleButton({ children }: { children: string }) {
  const { signIn, provider } = useAuth()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  // What went wrong at Google when the whole page went there and came back.
  useEffect(() => {
    provider()
      .then(({ redirectFailure }) => setFailure(redirectFailure))
      .catch(() => undefined)
  }, [provider])

  async function attempt(work: () => Promise<unknown>) {
    setBusy(true)
    setFailure(undefined)
    await work().catch(setFailure)
    setBusy(false)
  }
  const byWindow = () => attempt(() => signIn((identity) => identity.signInWithGoogle()))
  const byRedirect = () => attempt(async () => (await provider()).redirectToGoogle())

  return (
    <>
      <Button
        variant="secondary"
        className={styles.google}
        busy={busy && 'Waiting for Google…'}
        onClick={byWindow}
      >
        <GoogleMark />
        {children}
      </Button>
      {failure !== undefined && (
        <Notice
          tone="danger"
          actions={
            codeOf(failure) === 'auth/popup-blocked' && (
              <Button variant="secondary" onClick={byRedirect}>
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
