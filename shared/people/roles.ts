/** Roles and their permissions. Imports nothing, so that the browser can import it. */

export const MEMBER_ROLES = ['member', 'organiser', 'admin'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** Permissions of each role beyond those of every active member. Other files ask `can` instead of comparing names of roles. */
const ALLOWED = {
  /** Create events, and manage those that the person organises or hosts. */
  organise: ['organiser', 'admin'],
  /** Manage everyone's events, and see the figures of all. */
  manageAllEvents: ['admin'],
  /** Use the admin area, and manage the whole community: members, settings, reports, errors, hidden content. */
  administer: ['admin'],
} as const satisfies Record<string, readonly MemberRole[]>

export type RoleAction = keyof typeof ALLOWED

export const can = (role: MemberRole, action: RoleAction) => rolesThatCan(action).includes(role)

export const rolesThatCan = (action: RoleAction): readonly MemberRole[] => ALLOWED[action]
