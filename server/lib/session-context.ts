import type { MemberRole, MemberStatus } from '#shared/profile.ts'
import type { Session } from '#shared/session.ts'
import type { IdentityUser, TokenClaims } from '#server/identity/port.ts'

import type { Actor } from './actor.ts'

export interface Membership {
  role: MemberRole
  status: MemberStatus
  /** False until onboarding's last step was finished or skipped. */
  onboarded: boolean
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

/** Code of the 401 for a cookie that a newer one took the place of. */
export const SESSION_REPLACED = 'session_replaced'

/** Enough to tell sessions apart in the audit log, too little to look one up. */
export const sessionHashOf = (sessionId: string) => sessionId.slice(0, 16)
