/** Limits of introductions that members make. Imports nothing, so that the browser can import it. */

const DAY = 24 * 60 * 60 * 1_000

export const MEMBER_INTRODUCTION_LIMITS = {
  /** Characters. */
  reason: 280,
  /** Unanswered ones that a member can have made. */
  open: 10,
} as const

/** Without two acceptances by then, it has lapsed. Milliseconds, like all below. */
export const INTRODUCTION_LIFETIME = 21 * DAY
/** How long the two find it in their list after both accepted. */
export const INTRODUCTION_SHOWN = 14 * DAY
/** A meeting of the two earns the introducer something until this long after both accepted. */
export const INTRODUCTION_COUNTS_FOR = 90 * DAY

/** As someone who was asked sees it. `waiting`: accepted, and the other has not. */
export const ASKED_STATES = ['open', 'waiting', 'connected'] as const
/** As who made it sees it: a decline looks like no answer. */
export const MADE_STATES = ['waiting', 'connected', 'lapsed'] as const
