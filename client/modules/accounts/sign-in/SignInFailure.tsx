import { type ReactNode, useMemo } from 'react'

import { SECOND } from '#shared/lib/durations.ts'
import * as m from '#shared/accounts/messages.ts'
import { type AuthState, useAuth } from '#client/lib/auth/auth.tsx'
import { entryOf } from '#client/lib/error-log/error-log.ts'
import { formatRelative } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { ErrorCode } from '#client/ui/crash/ErrorCode.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import { explainSession } from './auth-errors.ts'

/**
 * The reason why the identity provider's sign-in has led to no session, if so. Stays valid while the server is
 * retried.
 */
export function sessionFailureOf(auth: AuthState): unknown {
  if (auth.state === 'signed-out') return auth.refusal
  return auth.state === 'loading' && auth.outage?.isSignIn ? auth.outage.error : undefined
}

interface Props {
  /** The form's own failure. */
  failure: ReactNode
  /** A sentence about a step that succeeded nevertheless. */
  title?: string | undefined
}

/** Explains why the person is not signed in. */
export function SignInFailure({ failure, title }: Props) {
  const auth = useAuth()
  const error = sessionFailureOf(auth)
  const message = useMemo(() => (error === undefined ? failure : explainSession(error)), [error, failure])
  if (!message) return null
  return (
    <Notice tone="danger" title={title}>
      {error === undefined ? (
        message
      ) : (
        <>
          <p>{message}</p>
          {auth.state === 'loading' && auth.outage && <NextTry at={auth.outage.retryAt} />}
          <ErrorCode entry={entryOf(error)} />
        </>
      )}
    </Notice>
  )
}

/** A timer role, so that screen readers read it with the message but not again each second. */
function NextTry({ at }: { at: number }) {
  const text = useClock((now) => nextTry(at, now))
  return <p role="timer">{text}</p>
}

/** Milliseconds for which seconds are counted down. */
const COUNTED = 100_000

function nextTry(at: number, now: number) {
  if (at - now > COUNTED) return m.sessionTryingAt({ when: formatRelative(new Date(at).toISOString(), now) })
  const seconds = Math.floor((at - now) / SECOND)
  return seconds > 0 ? m.sessionTryingIn({ seconds }) : m.sessionTrying()
}
