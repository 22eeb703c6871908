import type { Membership, Session } from '#shared/accounts/sessions.ts'
import type { IdentityUser, TokenClaims } from '#server/identity/port.ts'
import type { Actor } from '#server/modules/actor.ts'

/** The result of checking a session cookie. Shared between requests, so it must not be changed. */
export interface SessionContext {
  readonly claims: TokenClaims
  readonly user: IdentityUser
  /** Undefined until the address is verified: only then does the person become a member. */
  readonly member: Membership | undefined
  /** Undefined together with `member`. */
  readonly actor: Actor | undefined
  /** SHA-256 of the cookie in base64url, its id in the store. */
  readonly id: string
  /** End of the session on the server, which may be before the cookie's own expiry. Epoch milliseconds. */
  readonly expiresAt: number
  /** The answer of `GET /api/session`. */
  readonly view: Session
}
