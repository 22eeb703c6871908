import { IdentityError, type IdentityErrorKind } from '#server/identity/port.ts'
import { Failure, unauthenticated, unavailable } from '#server/lib/failure.ts'

import type { KnownSession } from './registry.ts'

/** Code of the 401 for a cookie that a newer one has replaced. */
export const SESSION_REPLACED = 'session_replaced'

/** Of a cookie with a valid signature, and so with a known owner. */
export class SessionRefusal extends Failure {
  readonly session: KnownSession

  constructor(session: KnownSession, { status, code, message, more, cause }: Failure) {
    super(status, code, message, { ...more, cause })
    this.session = session
  }
}

type Refusal = Exclude<IdentityErrorKind, 'unavailable'>

const SESSION_REFUSALS: Readonly<Record<Refusal, readonly [code: string, message: string]>> = {
  invalid: ['session_invalid', 'Your session is no longer valid. Sign in again.'],
  premature: ['session_invalid', 'Your session is no longer valid. Sign in again.'],
  expired: ['session_expired', 'Your session has expired. Sign in again.'],
  revoked: ['session_revoked', 'You were signed out. Sign in again.'],
  disabled: ['account_disabled', 'This account is disabled.'],
  user_not_found: ['account_not_found', 'This account no longer exists.'],
}

const RECENT_LOGIN_REQUIRED = ['recent_login_required', 'Sign in again to continue.'] as const

const TOKEN_REFUSALS: typeof SESSION_REFUSALS = {
  ...SESSION_REFUSALS,
  invalid: ['id_token_invalid', 'This sign-in is not valid. Sign in again.'],
  premature: RECENT_LOGIN_REQUIRED,
  expired: ['id_token_expired', 'This sign-in has expired. Sign in again.'],
  revoked: ['id_token_revoked', 'You were signed out. Sign in again.'],
}

export const sessionFailure = (error: unknown) => toFailure(error, SESSION_REFUSALS)
export const tokenFailure = (error: unknown) => toFailure(error, TOKEN_REFUSALS)

export const recentLoginRequired = () => unauthenticated(...RECENT_LOGIN_REQUIRED)
export const sessionEnded = () => unauthenticated('session_ended', 'You signed out. Sign in again.')
export const sessionReplaced = () =>
  unauthenticated(SESSION_REPLACED, 'Your session was renewed in the meantime. Try again.')
export const sessionUnavailable = (cause: unknown) =>
  unavailable('session_unavailable', 'We can’t check your session right now. Try again in a moment.', {
    cause,
  })

/** Whatever is not a refusal is an outage: of the provider, of its keys, or of the store. */
function toFailure(error: unknown, refusals: typeof SESSION_REFUSALS): Failure {
  if (error instanceof Failure) return error
  if (!(error instanceof IdentityError) || error.kind === 'unavailable') return sessionUnavailable(error)
  const [code, message] = refusals[error.kind]
  return unauthenticated(code, message, { cause: error })
}
