/** What admins decide about a membership: names and limits. Imports nothing, so that the browser can import it. */
export const MEMBERSHIP_ACTIONS = ['approve', 'decline', 'suspend', 'restore', 'changeRole'] as const
export type MembershipActionKind = (typeof MEMBERSHIP_ACTIONS)[number]

/** Characters of a text, and members of one request. */
export const MEMBERSHIP_LIMITS = { note: 500, reason: { min: 3, max: 500 }, batch: 200, email: 254 } as const

export const SUSPENSION_REASON_RULE = `Enter a reason (at least ${MEMBERSHIP_LIMITS.reason.min} characters).`
export const SUSPENSION_END_RULE = 'Choose a date in the future.'

/** How the list of members is sorted. A minus stands for the reverse order. */
export const MEMBER_SORTS = ['-joined', 'joined', 'name', '-name', '-active', 'active'] as const

/** When a member was last active, in days. */
export const ACTIVITY_FILTERS = ['last7', 'last30', 'last90', 'notLast30', 'notLast90', 'never'] as const

/** What sending a verification link again came to. `sent`: the email is queued. */
export const VERIFICATION_OUTCOMES = ['sent', 'verified', 'noAccount', 'disabled'] as const
