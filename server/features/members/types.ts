import type { MemberStatus } from '#shared/profile.ts'
import type { MemberRole } from '#shared/roles.ts'

/** What decides who a person is in the community. */
export interface MembershipRecord {
  id: string
  /** Of the member's document. */
  version: number
  displayName: string
  email: string
  role: MemberRole
  status: MemberStatus
  statusReason?: string
  /** ISO instant. */
  suspendedUntil?: string
  /** ISO instant. Present once the member has asked for the account to be deleted. */
  deletionDueAt?: string
}

/** What the directory shows of a member beside the card. */
export interface PersonDetails {
  industry?: string
  city?: string
  keywords?: string[]
}

type Exchange = 'asks' | 'offers'

/** What introductions compare of a member beside the details. */
export type PersonExchanges = Partial<Record<Exchange, readonly { text: string; expiresAt: string }[]>>
