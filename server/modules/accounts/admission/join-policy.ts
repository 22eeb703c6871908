import type { Joining } from '#shared/community/settings.ts'

/** The result of a person's first sign-in: `uninvited` people do not become members. */
type Admission = 'active' | 'pending' | 'uninvited'

/** Applies to people without an invitation, which skips both the approval and the restriction. */
export function admissionOf({ policy, access, domains }: Joining, email: string): Admission {
  if (access === 'invited') return 'uninvited'
  if (access === 'domains' && !domains.includes(domainOf(email))) return 'uninvited'
  return policy === 'approval' ? 'pending' : 'active'
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
