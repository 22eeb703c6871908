import { DAY } from '#shared/lib/durations.ts'

/** 1 January 1970 was a Thursday. */
const THURSDAY = 3

/** Days since 1970, in UTC. */
export const dayNumber = (at: number) => Math.floor(at / DAY)

/** `2026-11-22` */
export const dateOfDay = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)

/** Weeks since 1970, from Monday to Sunday in UTC. @param day a result of `dayNumber` */
export const weekOfDay = (day: number) => Math.floor((day + THURSDAY) / 7)

/** The Monday on which the week begins. */
export const mondayOf = (week: number) => dateOfDay(week * 7 - THURSDAY)
