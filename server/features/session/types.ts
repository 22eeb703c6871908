import type { MemberRole } from '#shared/roles.ts'
import type { Membership, Session } from '#shared/session.ts'
import type { IdentityUser, TokenClaims } from '#server/identity/port.ts'

/** Who is acting, as the server established it for this request. */
export interface Actor {
  /** The identity provider's user id, which is the member's id too. */
  id: string
  email: string
  role: MemberRole
  /** Truncated SHA-256 of the session cookie, for the audit log. Never the cookie. */
  sessionHash: string
}

/** What the server established about a session cookie. Shared between requests: never changed. */
export interface SessionContext {
  readonly claims: TokenClaims
  readonly user: IdentityUser
  /** Absent until the address is verified: only then does the person become a member. */
  readonly member: Membership | undefined
  /** Absent with `member`. */
  readonly actor: Actor | undefined
  /** SHA-256 of the cookie, base64url: its name in the store. */
  readonly id: string
  /** When the server ends it, which may be before the cookie's own expiry. Epoch milliseconds. */
  readonly expiresAt: number
  /** The answer of `GET /api/session`. */
  readonly view: Session
}
