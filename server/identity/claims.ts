import { SECOND } from '#shared/lib/durations.ts'

import { IdentityError, type TokenClaims } from './port.ts'

/** Whole seconds, rounded down, from machines kept by NTP: two of them differ by far less than this. */
const CLOCK_SKEW = 10 * SECOND

/** The last second that `Date` supports. */
const LAST_SECOND = 8.64e12

/** A valid document id: a user's id is the member's id. */
const UID = /^(?!\.\.?$|__.*__$)[\w:.-]{1,128}$/

/**
 * Checks claims that the SDK does not check: it accepts a token without `exp`, and any `iat` and `auth_time`.
 * @param payload of a token whose signature, audience and issuer are valid
 */
export function readClaims(payload: Readonly<Record<string, unknown>>, now: number): TokenClaims {
  const { sub, email } = payload
  if (typeof sub !== 'string' || !UID.test(sub)) throw invalid('sub')
  const claims = {
    uid: sub,
    email: typeof email === 'string' && email !== '' ? email : undefined,
    emailVerified: payload['email_verified'] === true,
    method: methodIn(payload['firebase']),
    authTime: instant(payload, 'auth_time'),
    issuedAt: instant(payload, 'iat'),
    expiresAt: instant(payload, 'exp'),
  }
  if (Math.max(claims.authTime, claims.issuedAt) > now + CLOCK_SKEW) throw new IdentityError('premature')
  if (claims.expiresAt <= now) throw new IdentityError('expired')
  return claims
}

function methodIn(firebase: unknown) {
  const { sign_in_provider: method } = (firebase ?? {}) as { sign_in_provider?: unknown }
  return typeof method === 'string' ? method : undefined
}

function instant(payload: Readonly<Record<string, unknown>>, name: string) {
  const seconds = payload[name]
  if (typeof seconds === 'number' && Math.abs(seconds) < LAST_SECOND) return seconds * SECOND
  throw invalid(name)
}

/**
 * Refuses tokens on which the SDK would crash, and every spelling but the canonical one. base64url leaves bits
 * unused, so a signature has several spellings that all verify; with one of them accepted, the text of a token
 * identifies it.
 */
export function assertCanonical(token: string) {
  const parts = token.split('.')
  if (parts.length !== 3) throw invalid('parts')
  for (const part of parts) {
    if (Buffer.from(part, 'base64url').toString('base64url') !== part) throw invalid('spelling')
  }
}

const invalid = (cause: string) => new IdentityError('invalid', { cause })
