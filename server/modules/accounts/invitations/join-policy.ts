import type { OtherAddresses } from '#shared/accounts/invitations.ts'
import type { Joining } from '#shared/community/settings.ts'

/** The result of a person's first sign-in: `uninvited` people do not become members. */
type Admission = 'active' | 'pending' | 'uninvited'

/** Applies to people without an invitation, which skips both the approval and the restriction. */
export function admissionOf({ policy, access, domains }: Joining, email: string): Admission {
  if (access === 'invited') return 'uninvited'
  if (access === 'domains' && !domains.includes(domainOf(email))) return 'uninvited'
  return policy === 'approval' ? 'pending' : 'active'
}

/** The part of the policy that matters to someone who has an invitation for another address. */
export function otherAddressesOf({ policy, access }: Joining): OtherAddresses {
  if (policy === 'approval' || access === 'invited') return 'approval'
  return access === 'domains' ? 'domains' : 'open'
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
