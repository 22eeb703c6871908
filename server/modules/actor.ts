import type { MemberRole } from '#shared/people/roles.ts'

/** The person who acts, as the server established it for this request. */
export interface Actor {
  /** The identity provider's user id, which is the member's id too. */
  id: string
  email: string
  role: MemberRole
  /** Truncated SHA-256 of the session cookie, for the audit log. Never the cookie. */
  sessionHash: string
}
