import { useEffect, useState } from 'react'

import { useAuth } from '#client/lib/auth.tsx'
import { Button } from '#client/ui/Button.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './account.module.css'
import { FailureNotice } from './FailureNotice.tsx'
import { useCommand } from './use-command.ts'
import { coolDownLeft, requestedPath, sendVerificationLink } from './verification-link.ts'

interface Props {
  uid: string
  /** Of the link that no longer works; the new one leads to the same page. */
  continueUrl?: string | null
  children: string
}

/** Sends the verification email, with a cool-down. */
export function ResendButton({ uid, continueUrl, children }: Props) {
  const { provider } = useAuth()
  const [sent, setSent] = useState(false)
  const left = useCoolDown(uid)

  const send = useCommand(async () => {
    await sendVerificationLink(await provider(), continueUrl ? requestedPath(continueUrl) : undefined)
    setSent(true)
  })

  return (
    <>
      <FailureNotice error={send.failure} />
      <div className={styles.actions}>
        <Button variant="secondary" busy={send.busy && 'Sending…'} disabled={left > 0} onClick={send.start}>
          {children}
        </Button>
        {left > 0 && <span className={styles.quiet}>Available in {Math.ceil(left / 1000)} s</span>}
      </div>
      <VisuallyHidden>
        <output>{sent && 'Email sent.'}</output>
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
