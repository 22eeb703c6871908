/** Lengths of time, in milliseconds: `3 * DAY`. A day of a calendar can have 23 or 25 hours; this one has 24. */

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY
