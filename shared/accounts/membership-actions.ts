/** Admins' decisions about memberships, and filters of their list of members. Imports nothing, so that the browser can import it. */
export const MEMBERSHIP_ACTIONS = ['approve', 'decline', 'suspend', 'restore', 'changeRole'] as const
export type MembershipActionKind = (typeof MEMBERSHIP_ACTIONS)[number]

/** Characters of a text, and members per request. */
export const MEMBERSHIP_LIMITS = { note: 500, reason: { min: 3, max: 500 }, batch: 200, email: 254 } as const

/** Orders of the list of members. A minus means descending. */
export const MEMBER_SORTS = ['-joined', 'joined', 'name', '-name', '-active', 'active'] as const

/** Periods of a member's last activity, in days. */
export const ACTIVITY_FILTERS = ['last7', 'last30', 'last90', 'notLast30', 'notLast90', 'never'] as const

/** Outcomes of resending a verification link. `sent`: the email is queued. */
export const VERIFICATION_OUTCOMES = ['sent', 'verified', 'noAccount', 'disabled'] as const
