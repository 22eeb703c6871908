import type { MemberStatus } from '#shared/people/profile.ts'
import type { MemberRole } from '#shared/people/roles.ts'
import type { DocumentOf } from '#server/store/port.ts'

import type { members } from './collection.ts'

export type Member = DocumentOf<typeof members>

/** The fields that decide a person's role and status in the community. */
export interface MembershipRecord {
  id: string
  /** Version of the member's document. */
  version: number
  displayName: string
  email: string
  role: MemberRole
  status: MemberStatus
  statusReason?: string
  /** ISO instant. */
  suspendedUntil?: string
  /** ISO instant. Set once the member has asked for the account to be deleted. */
  deletionDueAt?: string
}

/** Fields of a member that the directory shows beside the card. */
export interface PersonDetails {
  industry?: string
  city?: string
  keywords?: string[]
}

type Exchange = 'asks' | 'offers'

/** Fields of a member that introductions compare besides the details. */
export type PersonExchanges = Partial<Record<Exchange, readonly { text: string; expiresAt: string }[]>>
