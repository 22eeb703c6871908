import * as m from '#shared/accounts/messages.ts'
import { IdentityError, type IdentityErrorKind } from '#server/identity/port.ts'
import { Failure, unauthenticated, unavailable } from '#server/lib/failure.ts'

import type { KnownSession } from './registry.ts'

/** Code of the 401 for a cookie that a newer one has replaced. */
export const SESSION_REPLACED = 'session_replaced'

/** Refusal of a cookie with a valid signature, and so with a known owner. */
export class SessionRefusal extends Failure {
  readonly session: KnownSession

  constructor(session: KnownSession, { status, code, message, more, cause }: Failure) {
    super(status, code, message, { ...more, cause })
    this.session = session
  }
}

type Refusals = Readonly<Partial<Record<IdentityErrorKind, readonly [code: string, message: () => string]>>>

/** Not for a premature cookie: only our clock can be wrong, and a replica whose clock is right accepts it. */
const SESSION_REFUSALS: Refusals = {
  invalid: ['session_invalid', m.sessionInvalid],
  expired: ['session_expired', m.authExpired],
  revoked: ['session_revoked', m.sessionRevoked],
  disabled: ['account_disabled', m.sessionDisabled],
  user_not_found: ['account_not_found', m.sessionNoAccount],
}

const RECENT_LOGIN_REQUIRED = ['recent_login_required', m.sessionAgain] as const

const TOKEN_REFUSALS: Refusals = {
  ...SESSION_REFUSALS,
  invalid: ['id_token_invalid', m.sessionTokenInvalid],
  premature: RECENT_LOGIN_REQUIRED,
  expired: ['id_token_expired', m.sessionTokenExpired],
  revoked: ['id_token_revoked', m.sessionRevoked],
}

export const sessionFailure = (error: unknown) => toFailure(error, SESSION_REFUSALS)
export const tokenFailure = (error: unknown) => toFailure(error, TOKEN_REFUSALS)

export const recentLoginRequired = () => unauthenticated(RECENT_LOGIN_REQUIRED[0], RECENT_LOGIN_REQUIRED[1]())
export const sessionEnded = () => unauthenticated('session_ended', m.sessionEnded())
export const sessionReplaced = () => unauthenticated(SESSION_REPLACED, m.sessionRenewed())
export const sessionUnavailable = (cause: unknown) =>
  unavailable('session_unavailable', m.sessionUnchecked(), {
    cause,
  })

/** Everything except a refusal is an outage: of the provider, of its keys, of the store, or of our clock. */
function toFailure(error: unknown, refusals: Refusals): Failure {
  if (error instanceof Failure) return error
  const refusal = error instanceof IdentityError ? refusals[error.kind] : undefined
  if (!refusal) return sessionUnavailable(error)
  const [code, message] = refusal
  return unauthenticated(code, message(), { cause: error })
}
