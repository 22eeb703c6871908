import type { Joining } from '#shared/community-settings.ts'

/** What becomes of someone who signs in for the first time: `uninvited` people become no members. */
export type Admission = 'active' | 'pending' | 'uninvited'

/** Without an invitation, which skips both the approval and the restriction. */
export function admissionOf({ policy, access, domains }: Joining, email: string): Admission {
  if (access === 'invited') return 'uninvited'
  if (access === 'domains' && !domains.includes(domainOf(email))) return 'uninvited'
  return policy === 'approval' ? 'pending' : 'active'
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
