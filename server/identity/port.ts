/** The identity provider as the server needs it. `firebase.ts` is the only adapter. */
export interface Identity {
  /**
   * Checks signature, audience, issuer and times, and that neither the user nor the token has been revoked or
   * disabled.
   */
  verifyIdToken(idToken: string): Promise<TokenClaims>
  /** @param maxAge milliseconds, 5 minutes to 14 days */
  mintSessionCookie(idToken: string, maxAge: number): Promise<string>
  /**
   * Local: checks signature and claims against cached keys. Checking revocation is up to the caller (`lookupUser`).
   */
  verifySessionCookie(cookie: string): Promise<TokenClaims>
  lookupUser(uid: string): Promise<IdentityUser>
  /** Users by id, without ids that have no account. @param uids at most 100 */
  lookupUsers(uids: readonly string[]): Promise<ReadonlyMap<string, IdentityUser>>
  lookupUserByEmail(email: string): Promise<IdentityUser>
  /** The code of a link to our `/verification`: it verifies the address once, and works for a few days. */
  createVerificationCode(email: string): Promise<string>
  /** The action of an emailed link, which stays usable. Undefined for a link that no longer works. */
  readActionCode(code: string): Promise<ActionCode | undefined>
  /** Takes the action of an emailed link. @returns whether the link still worked */
  applyActionCode(code: string): Promise<boolean>
  /** @returns whether the link still worked @throws IdentityError `weak_password` */
  resetPassword(code: string, password: string): Promise<boolean>
  /**
   * Creates an account whose address is verified. Without a password, a sign-in needs a token or another method.
   * @returns its id; undefined when the address has an account
   * @throws IdentityError `weak_password`
   */
  createUser(account: { email: string; password?: string | undefined }): Promise<string | undefined>
  /**
   * Changes an account. A new password removes every other sign-in method.
   * @throws IdentityError `weak_password`
   */
  updateUser(
    uid: string,
    change: { email?: string; emailVerified?: boolean; password?: string },
  ): Promise<void>
  /** A token with which a browser signs in to the account within an hour. */
  createSignInToken(uid: string): Promise<string>
  /** Whether our credentials can sign such tokens. True during an outage, which says nothing about them. */
  canSignTokens(): Promise<boolean>
  /** Ends every session and refresh token that was issued before now. */
  revokeRefreshTokens(uid: string): Promise<void>
  /** Deletes the account; succeeds when there is none. */
  deleteUser(uid: string): Promise<void>
  /** Resolves when sessions can be verified; rejects when the provider's keys are unreachable. */
  ping(): Promise<void>
}

export interface TokenClaims {
  uid: string
  email: string | undefined
  emailVerified: boolean
  /** The method of the sign-in: `password` or `google.com`. */
  method?: string | undefined
  /** Epoch milliseconds, all finite, none in the future. */
  authTime: number
  issuedAt: number
  expiresAt: number
}

export interface ActionCode {
  /** To verify an address, replace a password, move the account to another address, or undo that. */
  action: 'verify_email' | 'reset_password' | 'change_email' | 'recover_email'
  /** Address of the account; for `recover_email` the one that it gets back. */
  email: string
  /** Set for `change_email`. */
  newEmail?: string | undefined
}

export interface IdentityUser {
  uid: string
  email: string | undefined
  emailVerified: boolean
  disabled: boolean
  /** Epoch milliseconds. */
  createdAt: number
  /** Whether the account has a password to sign in with. */
  hasPassword: boolean
  /** Tokens with an `authTime` before this are revoked. Epoch milliseconds; 0 when never revoked. */
  tokensValidAfter: number
  /** Latest sign-in on any device, in whole seconds of the provider's clock. Epoch milliseconds; 0 before the first. */
  lastSignInAt: number
}

export type IdentityErrorKind =
  | 'invalid'
  /** One of its times is in the future. */
  | 'premature'
  | 'expired'
  | 'revoked'
  | 'disabled'
  | 'user_not_found'
  /** Refused by the provider's own rules. */
  | 'weak_password'
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
