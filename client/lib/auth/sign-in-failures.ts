import { logApiError } from '#client/lib/error-log/error-log.ts'
import { OfflineError, ProblemError, statusOf } from '#client/lib/request-errors.ts'

/** The provider's codes for temporary outages; all its other codes are about the person. */
const OUTAGES = [
  'auth/network-request-failed',
  'auth/timeout',
  'auth/internal-error',
  'auth/too-many-requests',
]

/** Whether the person has to sign in again, as opposed to an outage or a defect of ours. */
export function isRefusal(error: unknown) {
  if (error instanceof ProblemError) return error.status < 500 && ![408, 429].includes(error.status)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('auth/') && !OUTAGES.includes(code)
}

export const isSameFailure = (one: unknown, other: unknown) => statusOf(one) === statusOf(other)

/** Logs even a refusal, which is expected elsewhere: the person sees its error code. */
export function logFailedSignIn(error: unknown) {
  if (error instanceof ProblemError || error instanceof OfflineError)
    logApiError('/api/session', 'POST', statusOf(error), undefined, error)
}
