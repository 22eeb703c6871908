import { MINUTE } from '#shared/lib/durations.ts'
import { GRID } from '#shared/meetings/availability-rules.ts'
import { joined } from '#shared/meetings/intervals.ts'
import type { BusyFile } from '#client/modules/meetings/meetings/queries.ts'
import type { BusyTimes } from '#client/modules/programme/imports/imported-file.ts'

/** Whole quarter hours say less about a calendar than its times, and meetings begin on them. */
export const busyFileOf = (name: string, { times, unread }: BusyTimes): BusyFile => ({
  name,
  unread,
  times: joined(
    times.map(({ start, end }) => ({ start: Math.floor(start / GRID), end: Math.ceil(end / GRID) })),
  ),
})

export function isBusyAt({ times }: BusyFile, startsAt: string, durationMinutes: number) {
  const from = Date.parse(startsAt)
  return times.some(({ start, end }) => start * GRID < from + durationMinutes * MINUTE && from < end * GRID)
}
