import { IdentityError, type IdentityErrorKind } from './port.ts'

const KINDS: Readonly<Record<string, IdentityErrorKind>> = {
  'auth/argument-error': 'invalid',
  'auth/invalid-id-token': 'invalid',
  'auth/invalid-uid': 'invalid',
  'auth/id-token-expired': 'expired',
  'auth/session-cookie-expired': 'expired',
  'auth/id-token-revoked': 'revoked',
  'auth/session-cookie-revoked': 'revoked',
  'auth/user-disabled': 'disabled',
  'auth/user-not-found': 'user_not_found',
  'auth/email-not-found': 'user_not_found',
  'auth/invalid-password': 'weak_password',
  'auth/weak-password': 'weak_password',
  // The provider knows no account with such an address.
  'auth/invalid-email': 'user_not_found',
}

/** The SDK turns any error of a key fetcher into a bad argument and keeps only its message. */
export const KEYS_UNREACHABLE = 'the signing keys are unreachable'

/**
 * An unknown code counts as an outage, so that no one is signed out by one.
 * @param uncoded meaning of an error without a code
 */
export function toIdentityError(error: unknown, uncoded: IdentityErrorKind): IdentityError {
  if (error instanceof IdentityError) return error
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof message === 'string' && message.startsWith(KEYS_UNREACHABLE)) {
    return new IdentityError('unavailable', { cause: error })
  }
  const kind = typeof code === 'string' ? (KINDS[code] ?? 'unavailable') : uncoded
  return new IdentityError(kind, { cause: error })
}
