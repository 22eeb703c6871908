import { can, type MemberRole, type RoleAction } from '#shared/people/roles.ts'

import { useAuth } from './auth.tsx'

/** The role of the signed-in member. Visitors can do no more than a member. */
export function useRole(): MemberRole {
  const auth = useAuth()
  return (auth.state === 'signed-in' && auth.user.member?.role) || 'member'
}

export const useCan = (action: RoleAction) => can(useRole(), action)
