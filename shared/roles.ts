/** Roles and what they allow. Imports nothing, so that the browser can import it. */

export const MEMBER_ROLES = ['member', 'organiser', 'admin'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** What a role allows beyond what every active member can do. No other file compares names of roles. */
const ALLOWED = {
  /** Create events, and manage those that the person organises or hosts. */
  organise: ['organiser', 'admin'],
  /** Manage everyone's events, with the figures of all. */
  manageAllEvents: ['admin'],
  /** The admin area, and what concerns the whole community: members, settings, reports, errors, hidden content. */
  administer: ['admin'],
} as const satisfies Record<string, readonly MemberRole[]>

export type RoleAction = keyof typeof ALLOWED

export const can = (role: MemberRole, action: RoleAction) => rolesThatCan(action).includes(role)

export const rolesThatCan = (action: RoleAction): readonly MemberRole[] => ALLOWED[action]
