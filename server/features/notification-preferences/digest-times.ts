import type { Digest } from '#shared/notification-topics.ts'

const AT = '08:00'
const MONDAY = 1
const HOUR = 60 * 60 * 1_000
/** After it, the next one is the better one. */
const LATEST_BY = { daily: 12 * HOUR, weekly: 3 * 24 * HOUR }

/**
 * The first eight o'clock in the zone after `now`, of a Monday if weekly. Epoch milliseconds. On a day that has no eight
 * o'clock, or that the zone skips, the next moment that it has.
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
