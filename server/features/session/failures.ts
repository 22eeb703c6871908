import { IdentityError, type IdentityErrorKind } from '#server/identity/port.ts'
import { Failure, unauthenticated, unavailable } from '#server/lib/failure.ts'

/** Code of the 401 for a cookie that a newer one has replaced. */
export const SESSION_REPLACED = 'session_replaced'

type Refusal = Exclude<IdentityErrorKind, 'unavailable'>

const SESSION_REFUSALS: Readonly<Record<Refusal, readonly [code: string, message: string]>> = {
  invalid: ['session_invalid', 'Your session is not valid. Please sign in again.'],
  premature: ['session_invalid', 'Your session is not valid. Please sign in again.'],
  expired: ['session_expired', 'Your session has ended. Please sign in again.'],
  revoked: ['session_revoked', 'You were signed out. Please sign in again.'],
  disabled: ['account_disabled', 'This account has been disabled.'],
  user_not_found: ['account_not_found', 'This account does not exist any more.'],
}

const RECENT_LOGIN_REQUIRED = ['recent_login_required', 'Please sign in again to continue.'] as const

const TOKEN_REFUSALS: typeof SESSION_REFUSALS = {
  ...SESSION_REFUSALS,
  invalid: ['id_token_invalid', 'The sign-in is not valid. Please sign in again.'],
  premature: RECENT_LOGIN_REQUIRED,
  expired: ['id_token_expired', 'The sign-in is too old. Please try again.'],
  revoked: ['id_token_revoked', 'You were signed out. Please sign in again.'],
}

export const sessionFailure = (error: unknown) => toFailure(error, SESSION_REFUSALS)
export const tokenFailure = (error: unknown) => toFailure(error, TOKEN_REFUSALS)

export const recentLoginRequired = () => unauthenticated(...RECENT_LOGIN_REQUIRED)
export const sessionEnded = () => unauthenticated('session_ended', 'You signed out. Please sign in again.')
export const sessionReplaced = () =>
  unauthenticated(SESSION_REPLACED, 'Your session was renewed in the meantime. Please try again.')
export const sessionUnavailable = (cause: unknown) =>
  unavailable('session_unavailable', 'Your session cannot be checked right now.', { cause })

/** Whatever is not a refusal is an outage: of the provider, of its keys, or of the store. */
function toFailure(error: unknown, refusals: typeof SESSION_REFUSALS): Failure {
  if (error instanceof Failure) return error
  if (!(error instanceof IdentityError) || error.fault === 'unavailable') return sessionUnavailable(error)
  const [code, message] = refusals[error.fault]
  return unauthenticated(code, message, { cause: error })
}
