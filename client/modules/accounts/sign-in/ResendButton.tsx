import { useEffect, useState } from 'react'

import { SECOND } from '#shared/lib/durations.ts'
import * as m from '#shared/accounts/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { Button } from '#client/ui/Button.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './account.module.css'
import { FailureNotice } from './FailureNotice.tsx'
import { useAction } from './use-action.ts'
import { coolDownLeft, requestedPath, sendVerificationLink } from './verification-link.ts'

interface Props {
  uid: string
  /** Target of the link that no longer works, which the new one keeps. */
  continueUrl?: string | null
  children: string
}

/** Sends the verification email, with a cool-down. */
export function ResendButton({ uid, continueUrl, children }: Props) {
  const { provider } = useAuth()
  const [sent, setSent] = useState(false)
  const left = useCoolDown(uid)

  const send = useAction(async () => {
    await sendVerificationLink(await provider(), continueUrl ? requestedPath(continueUrl) : undefined)
    setSent(true)
  })

  return (
    <>
      <FailureNotice error={send.failure} />
      <div className={styles.actions}>
        <Button
          variant="secondary"
          busy={send.busy && words.sending()}
          disabled={left > 0}
          onClick={send.start}
        >
          {children}
        </Button>
        {left > 0 && (
          <span className={patterns.muted}>{m.resendAvailable({ seconds: Math.ceil(left / SECOND) })}</span>
        )}
      </div>
      <VisuallyHidden>
        <output>{sent && m.emailSent()}</output>
      </VisuallyHidden>
    </>
  )
}

function useCoolDown(uid: string) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return coolDownLeft(uid, now)
}
