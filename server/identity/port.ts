/** The identity provider as the server needs it. `firebase.ts` is the one adapter. */
export interface Identity {
  /** Signature, audience, issuer, times, and that neither the user nor the token has been revoked or disabled. */
  verifyIdToken(idToken: string): Promise<TokenClaims>
  /** @param maxAge milliseconds, 5 minutes to 14 days */
  mintSessionCookie(idToken: string, maxAge: number): Promise<string>
  /** Local: signature and claims only, against cached keys. Revocation is the caller's (`lookupUser`). */
  verifySessionCookie(cookie: string): Promise<TokenClaims>
  lookupUser(uid: string): Promise<IdentityUser>
  /** By id, without those who have no account. @param uids at most 100 */
  lookupUsers(uids: readonly string[]): Promise<ReadonlyMap<string, IdentityUser>>
  lookupUserByEmail(email: string): Promise<IdentityUser>
  /** For one link to our `/verification`: it verifies the address once, and works for a few days. */
  createVerificationCode(email: string): Promise<string>
  /** Ends every session and refresh token that was issued before now. */
  revokeRefreshTokens(uid: string): Promise<void>
  /** Deletes the account; succeeds when there is none. */
  deleteUser(uid: string): Promise<void>
  /** Resolves when sessions can be verified; rejects when the provider's keys are out of reach. */
  ping(): Promise<void>
}

export interface TokenClaims {
  uid: string
  email: string | undefined
  emailVerified: boolean
  /** Epoch milliseconds, all finite, none in the future. */
  authTime: number
  issuedAt: number
  expiresAt: number
}

export interface IdentityUser {
  uid: string
  email: string | undefined
  emailVerified: boolean
  disabled: boolean
  /** Whether they can sign in with one. */
  hasPassword: boolean
  /** Tokens with an `authTime` before this are dead. Epoch milliseconds; 0 when never revoked. */
  tokensValidAfter: number
}

export type IdentityErrorKind =
  | 'invalid'
  /** A time in it lies in the future. */
  | 'premature'
  | 'expired'
  | 'revoked'
  | 'disabled'
  | 'user_not_found'
  /** An outage (keys, network, deadline), which says nothing about the token. */
  | 'unavailable'

/** The only error that an `Identity` throws. */
export class IdentityError extends Error {
  override name = 'IdentityError'
  readonly kind: IdentityErrorKind

  constructor(kind: IdentityErrorKind, options?: ErrorOptions) {
    super(kind, options)
    this.kind = kind
  }
}
