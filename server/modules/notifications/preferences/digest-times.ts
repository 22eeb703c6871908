import { DAY, HOUR } from '#shared/lib/durations.ts'
import type { Digest } from '#shared/notifications/topics.ts'

const AT = '08:00'
const MONDAY = 1
/** Milliseconds of delay after which the next one is sent instead. */
const LATEST_BY = { daily: 12 * HOUR, weekly: 3 * DAY }

/**
 * The first eight o'clock in the zone after `now`, on a Monday if weekly. Epoch milliseconds. On a day without eight
 * o'clock, or that the zone skips, the next existing moment.
 */
export function nextDigest(digest: Exclude<Digest, 'off'>, timeZone: string, now: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  for (let days = 0; ; days++) {
    const date = today.add({ days })
    if (digest === 'weekly' && date.dayOfWeek !== MONDAY) continue
    const at = date.toZonedDateTime({ timeZone, plainTime: AT }).epochMilliseconds
    if (at > now) return at
  }
}

export const isTooLate = (digest: Digest, digestAt: number, now: number) =>
  digest !== 'off' && now - digestAt > LATEST_BY[digest]
